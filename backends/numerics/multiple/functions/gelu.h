/* gelu.h - x Phi(x) and its derivative Phi(x) + x phi(x), Phi(x) = erfc(-x / sqrt(2)) / 2.
 * gelu is transcendental for every dyadic x but 0; Phi and phi are E-functions, independent at
 * algebraic x (Siegel, Shidlovskii). Left of -50 gelu and the derivative are negative, and |x|
 * e^(-x^2/2) < 2^-1797 bounds them. Right of 20, 1 - Phi(x) and x phi(x) are below 2^-280: gelu
 * rounds to x, the derivative to 1. Near 0 gelu is x/2 + x^2 / sqrt(2 pi): half of an odd subnormal
 * is a tie but for that term, for which the loop takes up to 1536 bits.
 */
#ifndef SB_FUNCTIONS_GELU_H
#define SB_FUNCTIONS_GELU_H

#include "multiple/erf.h"
#include "multiple/special.h"

/* Phi(x). */
SB_MULTIPLE sb_ball sb_normal(sb_context *c, sb_ball x)
{
    return sb_scaled(sb_erfc(c, sb_negated(x), 1), -1);
}

SB_MULTIPLE bool sb_gelu_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NEGATIVE_ZERO, SB_NEGATIVE_ZERO, SB_ZERO, SB_INFINITY, result))
        return true;
    if (sb_less(*x, -50.0))
        return sb_answer(SB_NEGATIVE_ZERO, result);
    return sb_less(20.0, *x) && sb_answer(*x, result);
}

SB_MULTIPLE void sb_gelu_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    const sb_ball exact = sb_of_double(c, *x);
    *value = sb_mul(c, exact, sb_normal(c, exact));
}

SB_MULTIPLE bool sb_gelu_derivative_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NEGATIVE_ZERO, 0.5, 0.5, 1.0, result))
        return true;
    if (sb_less(*x, -50.0))
        return sb_answer(SB_NEGATIVE_ZERO, result);
    return sb_less(20.0, *x) && sb_answer(1.0, result);
}

SB_MULTIPLE void sb_gelu_derivative_enclosed(sb_context *c, const double *x, sb_ball *value)
{
    const sb_ball exact = sb_of_double(c, *x);
    const sb_ball half = sb_scaled(sb_square(c, exact), -1);
    const sb_ball root = sb_sqrt(c, sb_of_integer(c, 2, 0));
    const sb_ball density = sb_div(c, sb_density(c, half), root);
    *value = sb_add(c, sb_normal(c, exact), sb_mul(c, exact, density));
}
#endif
