/* quick_gelu.h - x / (1 + e^(-1.702 x)): transcendental for every dyadic x except 0 (Lindemann).
 *
 * For x < -600 it is negative, with a magnitude below 1.702 |x| e^(1.702 x) < 2^-1400. Near 0 it is
 * x/2 + 0.4255 x^2, which has the same ties as silu. */
#ifndef SB_FUNCTIONS_QUICK_GELU_H
#define SB_FUNCTIONS_QUICK_GELU_H

#include "multiple/logistic.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_quick_gelu_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NEGATIVE_ZERO, SB_NEGATIVE_ZERO, SB_ZERO, SB_INFINITY, result))
        return true;
    return sb_less(*x, -600.0) && sb_answer(SB_NEGATIVE_ZERO, result);
}

SB_MULTIPLE void sb_quick_gelu_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_mul(c, sb_of_double(c, *x), sb_logistic(c, sb_quick(c, *x)));
}
#endif
