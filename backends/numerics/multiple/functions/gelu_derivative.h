/* gelu_derivative.h - Phi(x) + x phi(x), with Phi(x) = erfc(-x / sqrt(2)) / 2: Phi and phi are
 * E-functions, independent at algebraic x except 0 (Siegel, Shidlovskii).
 *
 * For x < -50 it is negative, with a magnitude below |x| e^(-x^2/2) < 2^-1797. For x > 20, 1 -
 * Phi(x) and x phi(x) are below 2^-280, so the value rounds to 1. */
#ifndef SB_FUNCTIONS_GELU_DERIVATIVE_H
#define SB_FUNCTIONS_GELU_DERIVATIVE_H

#include "multiple/erf.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_gelu_derivative_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NEGATIVE_ZERO, 0.5, 0.5, 1.0, result))
        return true;
    if (sb_less(*x, -50.0))
        return sb_answer(SB_NEGATIVE_ZERO, result);
    return sb_less(20.0, *x) && sb_answer(1.0, result);
}

SB_MULTIPLE void sb_gelu_derivative_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball exact = sb_of_double(c, *x);
    const sb_ball half = sb_scaled(sb_square(c, exact), -1);
    const sb_ball root = sb_sqrt(c, sb_of_integer(c, 2, 0));
    const sb_ball density = sb_div(c, sb_density(c, half), root);
    *value = sb_add(c, sb_normal(c, exact), sb_mul(c, exact, density));
}
#endif
