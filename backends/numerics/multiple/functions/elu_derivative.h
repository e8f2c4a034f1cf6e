/* elu_derivative.h - alpha e^x for x < 0; x[1] is the attribute alpha.
 *
 * The value is transcendental there for dyadic x and alpha other than 0 (Lindemann). For any alpha,
 * alpha e^-2000 is below 2^-1800. */
#ifndef SB_FUNCTIONS_ELU_DERIVATIVE_H
#define SB_FUNCTIONS_ELU_DERIVATIVE_H

#include "multiple/exp_log.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_elu_derivative_known(const double *x, double *result)
{
    const double alpha = x[1];
    if (sb_special(*x, sb_signed(SB_ZERO, alpha), alpha, alpha, 1.0, result))
        return true;
    if (!sb_is_negative(*x))
        return sb_answer(1.0, result);
    if (sb_less(*x, -2000.0))
        return sb_answer(sb_signed(SB_ZERO, alpha), result);
    return sb_is_zero(alpha) && sb_answer(alpha, result);
}

SB_MULTIPLE void sb_elu_derivative_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    *value = sb_mul(c, sb_of_double(c, x[1]), sb_exp(c, sb_of_double(c, *x)));
}
#endif
