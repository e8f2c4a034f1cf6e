/* gated.h - the derivative of silu(x) = x sigmoid(x), and the same family with another argument,
 * gelu_tanh(x) = x sigmoid(2 sqrt(2/pi) (x + 0.044715 x^3)) and quick_gelu(x) = x sigmoid(1.702 x),
 * with their derivatives, rounded to odd.
 *
 * Method: u as a double-double (x^2 is exact), E = e^-|u| by wide_exp.h, sigmoid(u) = N / (1 + E),
 * N = 1 or E. For |u| < 1/16, 1/2 + u/4 + u^3 P(u^2): then x sigmoid(u) is x/2 + c x^2, and odd
 * subnormals are ties, which lo breaks upwards. The derivative is s + x u' s (1 - s) = N (1 + E + x
 * u' (1 or E)) / (1 + E)^2, which has a zero at a negative x. Every binary32 number is at least
 * 2^-27 away from that zero. Error: relative 2^-95, in the derivative 2^-95 relative to its terms,
 * so about 2^-68 near the zero; for |u| < 1/16 relative 2^-66 (P in binary64: 2^-51 of the cubic
 * term). Coefficients: coefficients/families/gated.py and sigmoid.py.
 */
#ifndef SB_SCALAR_GATED_H
#define SB_SCALAR_GATED_H

#include "scalar/about_zero.h"
#include "scalar/activation_exp.h"
#include "scalar/coefficients/gated.h"
#include "scalar/coefficients/sigmoid.h"
#include "scalar/wide_exp.h"

/* Return u of quick_gelu. */
SB_FN double_double quick_gelu_argument(double x)
{
    return dd_times_double(dd_constant(quick_gelu_slope), x);
}

/* Return u of gelu_tanh for k = 1, or x u' for k = 3: slope x (1 + k 0.044715 x^2). */
SB_FN double_double gelu_tanh_argument(double x, double k)
{
    double_double t = dd_times_double(dd_constant(gelu_tanh_cubic), k);
    t = dd_plus_double(dd_times_double(t, x * x), 1.0);
    return dd_product(dd_times_double(dd_constant(gelu_tanh_slope), x), t);
}

/* Return sigmoid(u). */
SB_FN double_double gate(double_double u)
{
    const double *c = sigmoid_rest;
    double size = f64_abs(u.hi);
    uint64_t small = mask_below(size, 0.0625), negative = mask_sign(u.hi);
    double_double z = dd_select(small, u, dd_of(0.0));
    double w = z.hi * z.hi, p = c[3];
    p = f64_mad(p, w, c[2]);
    p = f64_mad(p, w, c[1]);
    p = f64_mad(p, w, c[0]);
    double_double line = dd_fast_two_sum(0.5, 0.25 * z.hi);
    double_double near = dd_fast_two_sum(line.hi, line.lo + f64_mad(w * z.hi, p, 0.25 * z.lo));
    double_double e = wide_exp(dd_select(negative, u, dd_negated(u)));
    double_double far = dd_quotient(dd_select(negative, e, dd_of(1.0)), dd_plus_double(e, 1.0));
    return dd_select(small, near, far);
}

/* Return x sigmoid(u), where u is computed from x. If x is NaN or zero, return x. */
SB_FN double gated_to_odd(double x, double z, double_double u)
{
    double y = dd_round_to_odd(dd_times_double(gate(u), z));
    y = f64_select(mask_nan(x), x, y);
    return f64_select(mask_nonzero(x), y, x);
}

/* Return the derivative of x sigmoid(u), where v = x u'. */
SB_FN double gated_derivative_to_odd(double x, double_double u, double_double v)
{
    uint64_t negative = mask_sign(u.hi);
    double_double e = wide_exp(dd_select(negative, u, dd_negated(u)));
    double_double one = dd_of(1.0), d = dd_plus_double(e, 1.0);
    double_double n = dd_sum(d, dd_product(v, dd_select(negative, one, e)));
    n = dd_product(n, dd_select(negative, e, one));
    return f64_select(mask_nan(x), x, dd_round_to_odd(dd_quotient(n, dd_square(d))));
}

SB_FN double silu_derivative_to_odd(double x)
{
    double_double u = dd_of(activation_operand(x));
    return gated_derivative_to_odd(x, u, u);
}

SB_FN double quick_gelu_to_odd(double x)
{
    double z = activation_operand(x);
    return gated_to_odd(x, z, quick_gelu_argument(z));
}

SB_FN double quick_gelu_derivative_to_odd(double x)
{
    double_double u = quick_gelu_argument(activation_operand(x));
    return gated_derivative_to_odd(x, u, u);
}

SB_FN double gelu_tanh_to_odd(double x)
{
    double z = activation_operand(x);
    return gated_to_odd(x, z, gelu_tanh_argument(z, 1.0));
}

SB_FN double gelu_tanh_derivative_to_odd(double x)
{
    double z = activation_operand(x);
    return gated_derivative_to_odd(x, gelu_tanh_argument(z, 1.0), gelu_tanh_argument(z, 3.0));
}

/* Return x sigmoid(u), or its derivative with v = x u', in binary64, for |u| <= 700. The relative
 * error is below 2^-44.8 (the rounded u of gelu_tanh, up to 104, costs 2^-45.2). The derivative is
 * (1 + e + v e) / (1 + e)^2, e = e^-u. More than 1/16 from its zero it loses at most 4 bits.
 * Nearer, about_zero.h is used. */
SB_FN double gated_quick(double x, double u) { return x / (1.0 + activation_exp(-u)); }

SB_FN double gated_derivative_quick(double u, double v)
{
    double e = activation_exp(-u), d = 1.0 + e;
    return f64_mad(v, e, d) / (d * d);
}

/* Return x, limited to a range. Outside of it, the results are below every format, or they round to
 * x or 1. */
SB_FN double gated_bounded(double x, double bound) { return at_least(at_most(x, bound), -bound); }

SB_FN double silu_derivative_quick(double x)
{
    double z = gated_bounded(x, 200.0);
    return about_zero(x, silu_zero, silu_about_zero, gated_derivative_quick(z, z));
}

SB_FN double quick_gelu_quick(double x)
{
    return gated_quick(at_least(x, -120.0), 1.702 * gated_bounded(x, 120.0));
}

SB_FN double quick_gelu_derivative_quick(double x)
{
    double u = 1.702 * gated_bounded(x, 120.0);
    return about_zero(x, quick_gelu_zero, quick_gelu_about_zero, gated_derivative_quick(u, u));
}

SB_FN double gelu_tanh_quick(double x)
{
    double z = gated_bounded(x, 15.0);
    double u = (gelu_tanh_slope[0] * z) * f64_mad(z * z, gelu_tanh_cubic[0], 1.0);
    return gated_quick(at_least(x, -15.0), u);
}

SB_FN double gelu_tanh_derivative_quick(double x)
{
    double z = gated_bounded(x, 15.0), s = gelu_tanh_slope[0] * z, w = gelu_tanh_cubic[0] * (z * z);
    double y = gated_derivative_quick(f64_mad(s, w, s), s * f64_mad(w, 3.0, 1.0));
    return about_zero(x, gelu_tanh_zero, gelu_tanh_about_zero, y);
}

#endif
