/* softsign.h - x / (1 + |x|) and 1 / (1 + |x|)^2: rational numbers.
 * With |x| = m 2^e and odd m the first is m / (2^-e + m) or m 2^e / (1 + m 2^e) in lowest terms,
 * whose denominator is odd and above 1: never dyadic. The second is dyadic only where 1 + |x| is a
 * power of two; then the sum and the quotient are exact, and the ball has radius 0.
 */
#ifndef SB_FUNCTIONS_SOFTSIGN_H
#define SB_FUNCTIONS_SOFTSIGN_H

#include "multiple/arithmetic.h"
#include "multiple/special.h"

/* 1 + |x|. */
SB_MULTIPLE sb_ball sb_one_more(sb_context *c, double x)
{
    return sb_add_integer(c, sb_of_double(c, sb_signed(x, 1.0)), 1);
}

SB_MULTIPLE bool sb_softsign_known(const double *x, double *result)
{
    return sb_special(*x, -1.0, SB_NEGATIVE_ZERO, SB_ZERO, 1.0, result);
}

SB_MULTIPLE void sb_softsign_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_div(c, sb_of_double(c, *x), sb_one_more(c, *x));
}

SB_MULTIPLE bool sb_softsign_derivative_known(const double *x, double *result)
{
    return sb_special(*x, SB_ZERO, 1.0, 1.0, SB_ZERO, result);
}

SB_MULTIPLE void sb_softsign_derivative_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_inverse(c, 1, sb_square(c, sb_one_more(c, *x)));
}
#endif
