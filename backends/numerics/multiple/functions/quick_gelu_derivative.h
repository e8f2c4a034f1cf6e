/* quick_gelu_derivative.h - the derivative of quick_gelu, which is the derivative of silu at 1.702
 * x: transcendental for every dyadic x except 0 (Lindemann).
 *
 * For x < -600 it is negative, with a magnitude below 1.702 |x| e^(1.702 x) < 2^-1400. */
#ifndef SB_FUNCTIONS_QUICK_GELU_DERIVATIVE_H
#define SB_FUNCTIONS_QUICK_GELU_DERIVATIVE_H

#include "multiple/logistic.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_quick_gelu_derivative_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NEGATIVE_ZERO, 0.5, 0.5, 1.0, result))
        return true;
    return sb_less(*x, -600.0) && sb_answer(SB_NEGATIVE_ZERO, result);
}

SB_MULTIPLE void sb_quick_gelu_derivative_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_swish_derivative(c, sb_quick(c, *x));
}
#endif
