/* softplus.h - softplus(x) = log(1 + e^x), logsigmoid(x) = -softplus(-x), and their derivatives
 * sigmoid(x) and sigmoid(-x), rounded to odd.
 *
 * Method: max(x, 0) + log(1 + E), E = e^-|x|, by wide_exp.h and wide_log.h. No cancellation.
 * Error: relative 2^-94. The hardest binary32 case needs 2^-57.
 */
#ifndef SB_SCALAR_SOFTPLUS_H
#define SB_SCALAR_SOFTPLUS_H

#include "scalar/activation_exp.h"
#include "scalar/sigmoid.h"
#include "scalar/wide_log.h"

/* An infinity is replaced by 2^128. Both give the same rounded result in every format. */
SB_FN double softplus_to_odd(double x)
{
    double size = f64_lesser(f64_abs(x), 0x1p128);
    double_double rest = wide_log1p(wide_exp(dd_of(-size)));
    double_double y = dd_sum(dd_of(f64_select(mask_sign(x), 0.0, size)), rest);
    return f64_select(mask_nan(x), x, dd_round_to_odd(y));
}

SB_FN double logsigmoid_to_odd(double x) { return -softplus_to_odd(-x); }

SB_FN double logsigmoid_derivative_to_odd(double x) { return sigmoid_to_odd(-x); }

/* Return softplus in binary64: log(1 + E) = 2 atanh(s), with s = E / (2 + E). Relative error below
 * 2^-46. */
SB_FN double softplus_quick(double x)
{
    double e = activation_exp(-at_most(f64_abs(x), 200.0)), s = e / (2.0 + e);
    double rest = s * polynomial(activation_atanh, 9, s * s);
    return x > 0.0 ? x + rest : rest;
}

SB_FN double logsigmoid_quick(double x) { return -softplus_quick(-x); }

SB_FN double logsigmoid_derivative_quick(double x) { return sigmoid_quick(-x); }

#endif
