/* quick_gelu.h - x / (1 + e^(-1.702 x)) and its derivative, that of silu at 1.702 x.
 * Transcendental for every dyadic x but 0 (Lindemann). Left of -600 both are negative, and 1.702
 * |x| e^(1.702 x) bounds them: below 2^-1400. Near 0 quick_gelu is x/2 + 0.4255 x^2, as silu.
 */
#ifndef SB_FUNCTIONS_QUICK_GELU_H
#define SB_FUNCTIONS_QUICK_GELU_H

#include "multiple/logistic.h"
#include "multiple/special.h"

/* 1.702 x. */
SB_MULTIPLE sb_ball sb_quick(sb_context *c, double x)
{
    return sb_over(c, sb_times(c, sb_of_double(c, x), 1702), 1000);
}

SB_MULTIPLE bool sb_quick_gelu_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NEGATIVE_ZERO, SB_NEGATIVE_ZERO, SB_ZERO, SB_INFINITY, result))
        return true;
    return sb_less(*x, -600.0) && sb_answer(SB_NEGATIVE_ZERO, result);
}

SB_MULTIPLE void sb_quick_gelu_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_mul(c, sb_of_double(c, *x), sb_logistic(c, sb_quick(c, *x)));
}

SB_MULTIPLE bool sb_quick_gelu_derivative_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NEGATIVE_ZERO, 0.5, 0.5, 1.0, result))
        return true;
    return sb_less(*x, -600.0) && sb_answer(SB_NEGATIVE_ZERO, result);
}

SB_MULTIPLE void sb_quick_gelu_derivative_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    *value = sb_swish_derivative(c, sb_quick(c, *x));
}
#endif
