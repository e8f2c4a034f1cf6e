/* gelu_tanh_derivative.h - s + 2 x u' s (1 - s); see ../gelu_tanh.h.
 *
 * For x < -25 it is negative, with a magnitude below 2 |x| u' e^2u < 2^-1640. For x > 13 it rounds
 * to 1, because 1 - s < e^-176 < 2^-253. */
#ifndef SB_FUNCTIONS_GELU_TANH_DERIVATIVE_H
#define SB_FUNCTIONS_GELU_TANH_DERIVATIVE_H

#include "multiple/gelu_tanh.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_gelu_tanh_derivative_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NEGATIVE_ZERO, 0.5, 0.5, 1.0, result))
        return true;
    if (sb_less(*x, -25.0))
        return sb_answer(SB_NEGATIVE_ZERO, result);
    return sb_less(13.0, *x) && sb_answer(1.0, result);
}

SB_MULTIPLE void sb_gelu_tanh_derivative_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball exact = sb_of_double(c, *x), twice = sb_gelu_twice(c, exact);
    const sb_ball sum = sb_add_integer(c, sb_times(c, sb_gelu_square(c, exact), 3), 1);
    const sb_ball slope = sb_scaled(sb_mul(c, sb_gelu_root(c), sum), 1); /* 2 u' */
    const sb_ball rest = sb_mul(c, sb_mul(c, exact, slope), sb_logistic(c, sb_negated(twice)));
    *value = sb_mul(c, sb_logistic(c, twice), sb_add_integer(c, rest, 1));
}
#endif
