/* silu_derivative.h - the derivative of silu: transcendental for every dyadic x except 0
 * (Lindemann).
 *
 * For x < -800 it is negative, with a magnitude below |x| e^x < 2^-1144. */
#ifndef SB_FUNCTIONS_SILU_DERIVATIVE_H
#define SB_FUNCTIONS_SILU_DERIVATIVE_H

#include "multiple/logistic.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_silu_derivative_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NEGATIVE_ZERO, 0.5, 0.5, 1.0, result))
        return true;
    return sb_less(*x, -800.0) && sb_answer(SB_NEGATIVE_ZERO, result);
}

SB_MULTIPLE void sb_silu_derivative_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_swish_derivative(c, sb_of_double(c, *x));
}
#endif
