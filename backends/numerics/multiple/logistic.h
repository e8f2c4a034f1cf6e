/* logistic.h - parts of the activation functions: sigmoid, the swish functions, decimal constants.
 *
 * sigmoid is computed in powers of e^-|x|, so its relative error is small for both signs, and no
 * power leaves the range of exp.
 */
#ifndef SB_MULTIPLE_LOGISTIC_H
#define SB_MULTIPLE_LOGISTIC_H

#include "multiple/exp_log.h"

/* Return 1 / (1 + e^-x). */
SB_MULTIPLE sb_ball sb_logistic(sb_workspace *c, sb_ball x)
{
    const bool negative = x.negative;
    const sb_ball w = sb_exp(c, negative ? x : sb_negated(x)), below = sb_add_integer(c, w, 1);
    return negative ? sb_div(c, w, below) : sb_inverse(c, 1, below);
}

/* Return s + z s (1 - s) = s (1 + z sigmoid(-z)) with s = sigmoid(z). */
SB_MULTIPLE sb_ball sb_swish_derivative(sb_workspace *c, sb_ball z)
{
    const sb_ball other = sb_mul(c, z, sb_logistic(c, sb_negated(z)));
    return sb_mul(c, sb_logistic(c, z), sb_add_integer(c, other, 1));
}

/* Return (high 10^16 + low) / 10^31, a decimal constant of 32 digits, with one rounding per
 * division. */
SB_MULTIPLE sb_ball sb_decimal(sb_workspace *c, int64_t high, int64_t low)
{
    const uint64_t ten_15 = UINT64_C(1000000000000000);
    const sb_ball digits =
        sb_add_integer(c, sb_times(c, sb_of_integer(c, high, 0), 10 * ten_15), low);
    return sb_over(c, sb_over(c, digits, 10 * ten_15), ten_15);
}

/* Return 1.702 x. */
SB_MULTIPLE sb_ball sb_quick(sb_workspace *c, double x)
{
    return sb_over(c, sb_times(c, sb_of_double(c, x), 1702), 1000);
}

SB_MULTIPLE sb_ball sb_softplus(sb_workspace *c, sb_ball x)
{
    if (x.negative || x.zero)
        return sb_log1p(c, sb_exp(c, x));
    return sb_add(c, x, sb_log1p(c, sb_exp(c, sb_negated(x))));
}
#endif
