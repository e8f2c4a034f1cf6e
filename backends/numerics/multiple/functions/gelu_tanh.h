/* gelu_tanh.h - x s and its derivative s + 2 x u' s (1 - s), where s = 1 / (1 + e^-2u) and
 * u = sqrt(2/pi) (x + 0.044715 x^3).
 * No theorem covers e to the power of sqrt(2/pi) times a rational number; none is needed where the
 * loop ends. u(13) > 88 and u(-25) < -577: left of -25 both are negative and below 2 |x| u' e^2u <
 * 2^-1640; right of 13 gelu_tanh rounds to x, as 1 - s < e^-176 < 2^-253, and the derivative to 1.
 * Near 0 gelu_tanh is x/2 + x^2 / sqrt(2 pi), as gelu.
 */
#ifndef SB_FUNCTIONS_GELU_TANH_H
#define SB_FUNCTIONS_GELU_TANH_H

#include "multiple/logistic.h"
#include "multiple/special.h"

/* sqrt(2/pi). */
SB_MULTIPLE sb_ball sb_gelu_root(sb_context *c) { return sb_sqrt(c, sb_inverse(c, 2, sb_pi(c))); }

/* 0.044715 x^2. */
SB_MULTIPLE sb_ball sb_gelu_square(sb_context *c, sb_ball x)
{
    return sb_over(c, sb_times(c, sb_square(c, x), 44715), 1000000);
}

/* 2 u. */
SB_MULTIPLE sb_ball sb_gelu_twice(sb_context *c, sb_ball x)
{
    const sb_ball sum = sb_add_integer(c, sb_gelu_square(c, x), 1);
    return sb_scaled(sb_mul(c, sb_mul(c, sb_gelu_root(c), x), sum), 1);
}

SB_MULTIPLE bool sb_gelu_tanh_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NEGATIVE_ZERO, SB_NEGATIVE_ZERO, SB_ZERO, SB_INFINITY, result))
        return true;
    if (sb_less(*x, -25.0))
        return sb_answer(SB_NEGATIVE_ZERO, result);
    return sb_less(13.0, *x) && sb_answer(*x, result);
}

SB_MULTIPLE void sb_gelu_tanh_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    const sb_ball exact = sb_of_double(c, *x);
    *value = sb_mul(c, exact, sb_logistic(c, sb_gelu_twice(c, exact)));
}

SB_MULTIPLE bool sb_gelu_tanh_derivative_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NEGATIVE_ZERO, 0.5, 0.5, 1.0, result))
        return true;
    if (sb_less(*x, -25.0))
        return sb_answer(SB_NEGATIVE_ZERO, result);
    return sb_less(13.0, *x) && sb_answer(1.0, result);
}

SB_MULTIPLE void sb_gelu_tanh_derivative_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    const sb_ball exact = sb_of_double(c, *x), twice = sb_gelu_twice(c, exact);
    const sb_ball sum = sb_add_integer(c, sb_times(c, sb_gelu_square(c, exact), 3), 1);
    const sb_ball slope = sb_scaled(sb_mul(c, sb_gelu_root(c), sum), 1); /* 2 u' */
    const sb_ball rest = sb_mul(c, sb_mul(c, exact, slope), sb_logistic(c, sb_negated(twice)));
    *value = sb_mul(c, sb_logistic(c, twice), sb_add_integer(c, rest, 1));
}
#endif
