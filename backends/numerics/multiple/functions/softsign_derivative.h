/* softsign_derivative.h - 1 / (1 + |x|)^2: dyadic only if 1 + |x| is a power of two. Then the sum
 * and the quotient are exact, and the ball has radius 0. */
#ifndef SB_FUNCTIONS_SOFTSIGN_DERIVATIVE_H
#define SB_FUNCTIONS_SOFTSIGN_DERIVATIVE_H

#include "multiple/softsign.h"

SB_MULTIPLE bool sb_softsign_derivative_known(const double *x, double *result)
{
    return sb_special(*x, SB_ZERO, 1.0, 1.0, SB_ZERO, result);
}

SB_MULTIPLE void sb_softsign_derivative_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_inverse(c, 1, sb_square(c, sb_one_more(c, *x)));
}
#endif
