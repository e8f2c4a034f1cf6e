/* sigmoid.h - sigmoid(x) = 1 / (1 + e^-x) and silu(x) = x sigmoid(x), rounded to odd.
 *
 * Method: for |x| < 1/4, 1/2 + x/4 + x^3 P(x^2) with the first two terms exact: near 0 the results
 * are within 2^-76.6 of midpoints, and only the sign of the cubic term decides. Elsewhere N / (1 +
 * E) with E = e^-|x| and N = 1 or E, in double-double. silu multiplies by x, exact; near 0 it is
 * x/2 + x^2/4, so that odd subnormals are ties, which lo breaks upwards. Error: relative 2^-57.5;
 * near 0 relative 2^-52 of the cubic term. Coefficients: coefficients/families/sigmoid.py.
 */
#ifndef SB_SCALAR_SIGMOID_H
#define SB_SCALAR_SIGMOID_H

#include "scalar/activation_exp.h"
#include "scalar/coefficients/sigmoid.h"
#include "scalar/exp.h"

/* Return sigmoid, for |x| < 1/4. */
SB_FN double_double sigmoid_near_zero(double x)
{
    const double *c = sigmoid_rest;
    double w = x * x, p = c[5];
    p = f64_mad(p, w, c[4]);
    p = f64_mad(p, w, c[3]);
    p = f64_mad(p, w, c[2]);
    p = f64_mad(p, w, c[1]);
    p = f64_mad(p, w, c[0]);
    double_double line = dd_fast_two_sum(0.5, 0.25 * x);
    return dd_fast_two_sum(line.hi, line.lo + (w * x) * p);
}

/* Return sigmoid. Operands below -110 and above 110 are replaced by these limits. */
SB_FN double_double sigmoid_dd(double x)
{
    double size = f64_abs(x);
    uint64_t small = mask_below(size, 0.25), negative = mask_sign(x);
    double_double near = sigmoid_near_zero(f64_select(small, x, 0.0));
    double_double e = exp_dd(-f64_lesser(size, 110.0));
    double_double d = dd_fast_two_sum(1.0, e.hi);
    d.lo += e.lo;
    double_double n;
    n.hi = f64_select(negative, e.hi, 1.0);
    n.lo = f64_select(negative, e.lo, 0.0);
    double_double y = dd_quotient(n, d);
    y.hi = f64_select(small, near.hi, y.hi);
    y.lo = f64_select(small, near.lo, y.lo);
    return y;
}

SB_FN double sigmoid_to_odd(double x)
{
    return f64_select(mask_nan(x), x, dd_round_to_odd(sigmoid_dd(x)));
}

SB_FN double silu_to_odd(double x)
{
    /* Below -200, -200 is used: with both operands the result rounds to -0 in every format. */
    double z = f64_select(mask_sign(x) & mask_below(200.0, f64_abs(x)), -200.0, x);
    double_double s = sigmoid_dd(z), p = dd_two_product(z, s.hi);
    double y = dd_round_to_odd(dd_fast_two_sum(p.hi, f64_mad(z, s.lo, p.lo)));
    /* For +infinity, NaN and zeros, the result is the operand. */
    y = f64_select(mask_nan(x) | (mask_not_finite(x) & ~mask_sign(x)), x, y);
    return f64_select(mask_nonzero(x), y, x);
}

/* Return sigmoid or silu in binary64; relative error below 2^-48. The operand is limited to a
 * range. Outside of it, the result in every format is +-0, 1 or x. */
SB_FN double sigmoid_quick(double x)
{
    return 1.0 / (1.0 + activation_exp(at_most(at_least(-x, -200.0), 200.0)));
}

SB_FN double silu_quick(double x)
{
    double z = at_least(x, -200.0);
    return z / (1.0 + activation_exp(at_least(-z, -200.0)));
}

#endif
