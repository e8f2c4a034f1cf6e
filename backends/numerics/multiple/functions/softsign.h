/* softsign.h - x / (1 + |x|), which is rational.
 *
 * With |x| = m 2^e and odd m, its magnitude is m / (2^-e + m) or m 2^e / (1 + m 2^e) in lowest
 * terms. The denominator is odd and above 1, so the value is never dyadic. */
#ifndef SB_FUNCTIONS_SOFTSIGN_H
#define SB_FUNCTIONS_SOFTSIGN_H

#include "multiple/softsign.h"

SB_MULTIPLE bool sb_softsign_known(const double *x, double *result)
{
    return sb_special(*x, -1.0, SB_NEGATIVE_ZERO, SB_ZERO, 1.0, result);
}

SB_MULTIPLE void sb_softsign_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_div(c, sb_of_double(c, *x), sb_one_more(c, *x));
}
#endif
