/* gelu_derivative.h - gelu'(x) = Phi(x) + x phi(x), rounded to odd, and in binary64.
 *
 * Method: gelu'(-t) = e^(-t^2/2) (t - z) H(t) for t >= 0, where z = 0.7518 is the only zero, a
 * double-double, and H is smooth and has no zero. gelu'(t) = 1 - gelu'(-t). t^2/2 is exact for
 * binary32 operands. To odd, H is its Taylor expansion about j/8 like erf's (erf.h), and e^(-t^2/2)
 * comes from wide_exp.h. Error, relative: H 2^-61.4 (table 2^-62, the terms from u^2 on in
 * binary64, |u| <= 1/16), the rest 2^-95, near the zero as well. Below -15 the result rounds to -0.
 * gelu_derivative_quick: H is a polynomial in (t - 9/2) / (t + 9/2): relative error 2^-48 with exp,
 * and below 2^-47 of 1 - gelu'(-t).
 * Coefficients: coefficients/families/gelu_derivative.py.
 */
#ifndef SB_SCALAR_GELU_DERIVATIVE_H
#define SB_SCALAR_GELU_DERIVATIVE_H

#include "scalar/coefficients/gelu_derivative.h"
#include "scalar/polynomial.h"
#include "scalar/activation_exp.h"
#include "scalar/wide_exp.h"

/* Return H(t) for 0 <= t <= 15. */
SB_FN double_double gelu_derivative_quotient(double t)
{
    double shifted = t + 0x1.8p49, u = t - (shifted - 0x1.8p49); /* rounded to a multiple of 1/8 */
    const int64_t j = (int64_t)(f64_to_bits(shifted) & 127);
    double p = gelu_derivative_table[13][j];
    SB_UNROLL
    for (int i = 12; i >= 4; i--) p = f64_mad(p, u, gelu_derivative_table[i][j]);
    double_double slope = dd_two_product(gelu_derivative_table[2][j], u);
    double_double sum = dd_fast_two_sum(gelu_derivative_table[0][j], slope.hi);
    double low = f64_mad(gelu_derivative_table[3][j], u, gelu_derivative_table[1][j] + slope.lo);
    return dd_fast_two_sum(sum.hi, sum.lo + f64_mad(u * u, p, low));
}

SB_FN double gelu_derivative_to_odd(double x)
{
    double t = f64_lesser(f64_abs(x), 15.0);
    double_double zero = {gelu_derivative_zero[0], gelu_derivative_zero[1]};
    double_double y = dd_product(wide_exp(dd_of(-0.5 * (t * t))), gelu_derivative_quotient(t));
    y = dd_product(y, dd_plus_double(dd_negated(zero), t));
    y = dd_select(mask_sign(x), y, dd_plus_double(dd_negated(y), 1.0));
    return f64_select(mask_nan(x), x, dd_round_to_odd(y));
}

SB_FN double gelu_derivative_quick(double x)
{
    double t = at_most(f64_abs(x), 15.0), inverse = 1.0 / (t + 4.5);
    double h = long_polynomial(gelu_derivative_folded, 18, (t - 4.5) * inverse);
    double from_zero = (t - gelu_derivative_zero[0]) - gelu_derivative_zero[1];
    double y = activation_exp(-0.5 * (t * t)) * (from_zero * h);
    return x < 0.0 ? y : 1.0 - y;
}

#endif
