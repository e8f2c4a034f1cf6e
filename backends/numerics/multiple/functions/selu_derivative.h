/* selu_derivative.h - scale for x > 0, scale a e^x for x < 0.
 *
 * The first is never dyadic, and the second is transcendental for every dyadic x except 0
 * (Lindemann). For x < -800 it is below 2^-1150. */
#ifndef SB_FUNCTIONS_SELU_DERIVATIVE_H
#define SB_FUNCTIONS_SELU_DERIVATIVE_H

#include "multiple/selu.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_selu_derivative_known(const double *x, double *result)
{
    if (sb_is_nan(*x))
        return sb_answer(SB_NAN, result);
    return sb_less(*x, -800.0) && sb_answer(SB_ZERO, result);
}

SB_MULTIPLE void sb_selu_derivative_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    if (sb_is_zero(*x))
        *value = sb_selu_product(c);
    else if (sb_is_negative(*x))
        *value = sb_mul(c, sb_selu_product(c), sb_exp(c, sb_of_double(c, *x)));
    else
        *value = sb_selu_scale(c);
}
#endif
