/* gelu.h - x Phi(x), with Phi(x) = erfc(-x / sqrt(2)) / 2: transcendental for every dyadic x except
 * 0 (Siegel, Shidlovskii).
 *
 * For x < -50 it is negative, with a magnitude below |x| e^(-x^2/2) < 2^-1797. For x > 20, x (1 -
 * Phi(x)) is below 2^-280, so the value rounds to x. Near 0 it is x/2 + x^2 / sqrt(2 pi): half of
 * an odd subnormal would be a tie without the second term. For such x the loop takes up to 1536
 * bits. */
#ifndef SB_FUNCTIONS_GELU_H
#define SB_FUNCTIONS_GELU_H

#include "multiple/erf.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_gelu_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NEGATIVE_ZERO, SB_NEGATIVE_ZERO, SB_ZERO, SB_INFINITY, result))
        return true;
    if (sb_less(*x, -50.0))
        return sb_answer(SB_NEGATIVE_ZERO, result);
    return sb_less(20.0, *x) && sb_answer(*x, result);
}

SB_MULTIPLE void sb_gelu_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball exact = sb_of_double(c, *x);
    *value = sb_mul(c, exact, sb_normal(c, exact));
}
#endif
