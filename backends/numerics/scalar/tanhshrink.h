/* tanhshrink.h - tanhshrink(x) = x - tanh(x) and its derivative tanh(x)^2, rounded to odd.
 *
 * Method: for |x| < 1/32, x^3/3 + x^5 Q(x^2), the first term as the quotient of an exact
 * double-double with its exact remainder. Where x^3/3 is a midpoint, lo is exactly the second term.
 * The derivative there is the square of x + x^3 P(x^2), x^2 - 2/3 x^4 with x^2 exact. Elsewhere
 * tanh(x) = M / (M + 2), M = e^(2x) - 1 by wide_exp.h; x - tanh(x) loses up to 16 bits.
 * Error: relative 2^-63 (Q: 2^-52 of a term of 2^-11.3) and 2^-62 (P: 2^-52 of 2^-11.6, twice) near
 * 0, 2^-80 elsewhere.
 * Coefficients: coefficients/families/tanhshrink.py, tanh.py and constants.py.
 */
#ifndef SB_SCALAR_TANHSHRINK_H
#define SB_SCALAR_TANHSHRINK_H

#include "scalar/activation_exp.h"
#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/tanh.h"
#include "scalar/coefficients/tanhshrink.h"
#include "scalar/wide_exp.h"

/* Return -tanh(t), t >= 0. wide_expm1 limits t, and lo still shows that the value is above -1. */
SB_FN double_double wide_minus_tanh(double t)
{
    double_double m = wide_expm1(dd_of(-2.0 * t));
    return dd_quotient(m, dd_plus_double(m, 2.0));
}

/* Return t - tanh(t), for 0 <= t < 1/32. */
SB_FN double_double tanhshrink_near_zero(double t)
{
    const double *c = tanhshrink_rest;
    double w = t * t, p = c[4];
    p = f64_mad(p, w, c[3]);
    p = f64_mad(p, w, c[2]);
    p = f64_mad(p, w, c[1]);
    p = f64_mad(p, w, c[0]);
    double_double cube = dd_two_product(w, t); /* w is exact */
    double q = cube.hi / 3.0;
    double_double back = dd_two_product(q, 3.0);
    double rest = ((cube.hi - back.hi) - back.lo) + cube.lo;
    return dd_fast_two_sum(q, f64_mad((w * w) * t, p, rest * SB_THIRD));
}

SB_FN double tanhshrink_to_odd(double x)
{
    double t = f64_lesser(f64_abs(x), 0x1p128); /* rounds like an infinity */
    uint64_t small = mask_below(t, 0x1p-5);
    double_double near = tanhshrink_near_zero(f64_select(small, t, 0.0));
    double_double far = dd_sum(dd_of(t), wide_minus_tanh(t));
    double y = dd_round_to_odd(dd_select(small, near, far));
    return f64_select(mask_nan(x), x, f64_with_sign(y, x));
}

SB_FN double tanhshrink_derivative_to_odd(double x)
{
    const double *c = tanh_rest;
    double t = f64_abs(x);
    uint64_t small = mask_below(t, 0x1p-5);
    double z = f64_select(small, t, 0.0), w = z * z, p = c[4];
    p = f64_mad(p, w, c[3]);
    p = f64_mad(p, w, c[2]);
    p = f64_mad(p, w, c[1]);
    p = f64_mad(p, w, c[0]);
    double_double near = dd_fast_two_sum(z, (w * z) * p);
    double y = dd_round_to_odd(dd_square(dd_select(small, near, wide_minus_tanh(t))));
    return f64_select(mask_nan(x), x, y);
}

/* Return tanhshrink or its derivative in binary64, with a relative error below 2^-45.5. tanhshrink
 * is a polynomial for |x| < 5/8, and elsewhere (t - 1 + E (t + 1)) / (1 + E), E = e^-2t, which
 * loses 3 bits. The derivative uses M / (M + 2) with M = e^-2t - 1. */
SB_FN double tanhshrink_quick(double x)
{
    double t = f64_abs(x), w = x * x;
    double near = (w * x) * polynomial(activation_tanhshrink, 10, w);
    double e = activation_exp(-2.0 * at_most(t, 100.0));
    double far = f64_with_sign(f64_mad(e, t + 1.0, t - 1.0) / (1.0 + e), x);
    return t < 0.625 ? near : far;
}

SB_FN double tanhshrink_derivative_quick(double x)
{
    double m = activation_expm1(-2.0 * at_most(f64_abs(x), 100.0)), y = m / (m + 2.0);
    return y * y;
}

#endif
