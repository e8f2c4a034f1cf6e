/* mish.h - x tanh(log(1 + e^x)): transcendental for every dyadic x except 0 (Lindemann).
 *
 * With w = e^x and n = w (w + 2) it is x n / (n + 2). For x > 0 it is computed in powers of v =
 * e^-x, as x (1 + 2v) / (1 + 2v + 2v^2). For x < -800 it is negative, with a magnitude below 2 |x|
 * e^x < 2^-1140. */
#ifndef SB_FUNCTIONS_MISH_H
#define SB_FUNCTIONS_MISH_H

#include "multiple/exp_log.h"
#include "multiple/special.h"

SB_MULTIPLE bool sb_mish_known(const double *x, double *result)
{
    if (sb_special(*x, SB_NEGATIVE_ZERO, SB_NEGATIVE_ZERO, SB_ZERO, SB_INFINITY, result))
        return true;
    return sb_less(*x, -800.0) && sb_answer(SB_NEGATIVE_ZERO, result);
}

SB_MULTIPLE void sb_mish_enclosed(sb_workspace *c, const double *x, sb_ball *value)
{
    const sb_ball exact = sb_of_double(c, *x);
    const bool negative = exact.negative;
    const sb_ball v = sb_exp(c, negative ? exact : sb_negated(exact));
    sb_ball n;
    if (negative)
        n = sb_mul(c, v, sb_add_integer(c, v, 2));
    else
        n = sb_add_integer(c, sb_scaled(v, 1), 1);
    const sb_ball more = sb_scaled(negative ? sb_of_integer(c, 1, 0) : sb_square(c, v), 1);
    *value = sb_mul(c, exact, sb_div(c, n, sb_add(c, n, more)));
}
#endif
