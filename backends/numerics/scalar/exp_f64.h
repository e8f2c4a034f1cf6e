/* exp_f64.h - the exponential and functions made of it, for operands of binary64, as
 * double-doubles.
 *
 * Every function takes `wide`, a constant: 0 for the first evaluation, 1 for the second. By
 * wide_exp.h e^z and e^z - 1 have relative errors below 2^-65 and 2^-95 for |z| <= 620. The
 * functions below add to that, in units of it: a quotient or sum of two of these numbers with one
 * sign adds at most the sum of their errors, no more than 8 together. So SB_EXP_F64_ERROR and its
 * wide companion are twice the bounds 2^-62 and 2^-92 (decide64.h). Another error is the error of z
 * itself, a product of a double-double constant with an error of 2^-100 at |z| <= 620, so 2^-90.7
 * absolute. The wide bound is 2^-89 for the functions of such a z. Where terms of two signs cancel,
 * the result is left undecided unless it is at least a quarter of the larger term, or 2^-16 of it
 * in the wide evaluation. So these bounds are 2^-60 and 2^-73. Operands outside the domain, and
 * NaN, give NaN, which leaves them undecided.
 */
#ifndef SB_SCALAR_EXP_F64_H
#define SB_SCALAR_EXP_F64_H

#include "scalar/decide64.h"
#include "scalar/gated.h"
#include "scalar/units.h"
#include "scalar/wide_exp.h"

#define SB_EXP_F64_ERROR 0x1p-61
#define SB_EXP_F64_WIDE_ERROR 0x1p-88
#define SB_DIFFERENCE_F64_ERROR 0x1p-59
#define SB_DIFFERENCE_F64_WIDE_ERROR 0x1p-71

SB_FN double_double exp_f64(double x, int wide)
{
    return dd_where(mask_usual(x, 620.0), exp_to(dd_of(x), wide));
}

SB_FN double_double expm1_f64(double x, int wide)
{
    return dd_where(mask_usual(x, 620.0), expm1_to(dd_of(x), wide));
}

/* Split x = k + r, and return 2^k e^(r log 2). */
SB_FN double_double exp2_f64(double x, int wide)
{
    const double_double log2 = {SB_LOG2, SB_LOG2_TAIL};
    double z = f64_select(mask_below(f64_abs(x), 880.0), x, 0.0), shifted = z + 0x1.8p52;
    double r = z - (shifted - 0x1.8p52);
    double_double e = expm1_reduced(dd_times_double(log2, r), wide);
    double power = f64_from_bits((f64_to_bits(shifted) + 1023) << 52);
    return dd_where(mask_usual(x, 880.0), dd_scaled(dd_fast_sum(dd_of(1.0), e), power));
}

SB_FN double_double exp10_f64(double x, int wide)
{
    const double_double log10 = {SB_LOG10, SB_LOG10_TAIL};
    uint64_t inside = mask_usual(x, 265.0);
    double z = f64_select(inside, x, 0.0);
    return dd_where(inside, exp_to(dd_times_double(log10, z), wide));
}

/* Return (E + E / (1 + E)) / 2 with E = e^|x| - 1. */
SB_FN double_double sinh_f64(double x, int wide)
{
    double_double e = expm1_to(dd_of(f64_abs(x)), wide);
    double_double q = dd_quotient(e, dd_sum(dd_of(1.0), e));
    double_double y = dd_scaled(dd_sum(e, q), 0.5);
    return dd_where(mask_usual(x, 620.0), dd_with_sign(y, x));
}

SB_FN double_double cosh_f64(double x, int wide)
{
    double_double e = exp_to(dd_of(f64_abs(x)), wide);
    double_double y = dd_scaled(dd_sum(e, dd_quotient(dd_of(1.0), e)), 0.5);
    return dd_where(mask_usual(x, 620.0), y);
}

/* Return E / (E + 2) with E = e^2|x| - 1. */
SB_FN double_double tanh_f64(double x, int wide)
{
    double_double e = expm1_to(dd_of(2.0 * f64_abs(x)), wide);
    double_double y = dd_quotient(e, dd_sum(dd_of(2.0), e));
    return dd_where(mask_usual(x, 300.0), dd_with_sign(y, x));
}

/* Return 4 w / (1 + w)^2 with w = e^-2|x|. */
SB_FN double_double tanh_derivative_f64(double x, int wide)
{
    double_double w = exp_to(dd_of(-2.0 * f64_abs(x)), wide), d = dd_sum(dd_of(1.0), w);
    return dd_where(mask_usual(x, 300.0), dd_scaled(dd_quotient(w, dd_square(d)), 4.0));
}

/* Return 1 / (1 + e^-z), in powers of e^-|z|, for |z| <= 620. */
SB_FN double_double logistic_f64(double_double z, int wide)
{
    uint64_t negative = mask_sign(z.hi);
    double_double w = exp_to(dd_select(negative, z, dd_negated(z)), wide);
    return dd_quotient(dd_select(negative, w, dd_of(1.0)), dd_sum(dd_of(1.0), w));
}

SB_FN double_double sigmoid_f64(double x, int wide)
{
    return dd_where(mask_usual(x, 620.0), logistic_f64(dd_of(x), wide));
}

SB_FN double_double sigmoid_of_opposite_f64(double x, int wide) { return sigmoid_f64(-x, wide); }

SB_FN double_double sigmoid_derivative_f64(double x, int wide)
{
    double_double w = exp_to(dd_of(-f64_abs(x)), wide), d = dd_sum(dd_of(1.0), w);
    return dd_where(mask_usual(x, 620.0), dd_quotient(w, dd_square(d)));
}

SB_FN double_double silu_f64(double x, int wide)
{
    return dd_where(mask_usual(x, 600.0), dd_times_double(logistic_f64(dd_of(x), wide), x));
}

/* Return `sum`, or NaN if too much of its term `part` has cancelled. */
SB_FN double_double dd_kept(double_double sum, double_double part, int wide)
{
    double least = wide ? 0x1p-16 : 0.25;
    return dd_where(~mask_below(f64_abs(sum.hi), least * f64_abs(part.hi)), sum);
}

/* Return logistic z (1 + z logistic -z), the derivative of silu. */
SB_FN double_double swish_derivative_f64(double_double z, int wide)
{
    double_double other = dd_product(logistic_f64(dd_negated(z), wide), z);
    double_double sum = dd_kept(dd_sum(dd_of(1.0), other), other, wide);
    return dd_product(logistic_f64(z, wide), sum);
}

SB_FN double_double silu_derivative_f64(double x, int wide)
{
    return dd_where(mask_usual(x, 600.0), swish_derivative_f64(dd_of(x), wide));
}

SB_FN double_double quick_gelu_f64(double x, int wide)
{
    return dd_where(mask_usual(x, 350.0),
                    dd_times_double(logistic_f64(quick_gelu_argument(x), wide), x));
}

SB_FN double_double quick_gelu_derivative_f64(double x, int wide)
{
    return dd_where(mask_usual(x, 350.0), swish_derivative_f64(quick_gelu_argument(x), wide));
}

/* Return x n / d. For x < 0, w = e^x, n = w (w + 2) and d = n + 2. Otherwise, v = e^-x, n = 1 + 2 v
 * and d = n + 2 v^2. */
SB_FN double_double mish_f64(double x, int wide)
{
    uint64_t negative = mask_sign(x);
    double_double w = exp_to(dd_of(-f64_abs(x)), wide), square = dd_square(w);
    double_double left = dd_sum(square, dd_scaled(w, 2.0));
    double_double right = dd_sum(dd_of(1.0), dd_scaled(w, 2.0));
    double_double n = dd_select(negative, left, right);
    double_double d = dd_sum(n, dd_select(negative, dd_of(2.0), dd_scaled(square, 2.0)));
    return dd_where(mask_usual(x, 440.0), dd_times_double(dd_quotient(n, d), x));
}

/* Return alpha (e^x - 1) for x < 0. For x > 0 the result is x, and is not computed. */
SB_FN double_double elu_f64(double x, double alpha, int wide)
{
    double_double y = dd_times_double(expm1_to(dd_of(x), wide), alpha);
    return dd_where(mask_sign(x) & mask_usual(x, 620.0) & mask_usual(alpha, 0x1p300), y);
}

/* Return `at` exactly if x > 0, else w. */
SB_FN double_double dd_above_zero(double x, double at, double_double w)
{
    return dd_select(~mask_sign(x) & mask_usual(x, 0x1p900), dd_of(at), w);
}

SB_FN double_double elu_whole_f64(double x, double alpha, int wide)
{
    return dd_above_zero(x, x, elu_f64(x, alpha, wide));
}

SB_FN double_double elu_derivative_f64(double x, double alpha, int wide)
{
    double_double y = dd_times_double(exp_to(dd_of(x), wide), alpha);
    uint64_t inside = mask_sign(x) & mask_usual(x, 350.0) & mask_usual(alpha, 0x1p300);
    return dd_above_zero(x, 1.0, dd_where(inside, y));
}

/* Return alpha (e^(x/alpha) - 1) for x < 0. */
SB_FN double_double celu_f64(double x, double alpha, int wide)
{
    uint64_t inside = mask_sign(x) & mask_usual(x, 0x1p200) & mask_usual(alpha, 0x1p200);
    double_double z =
        dd_quotient(dd_of(f64_select(inside, x, 1.0)), dd_of(f64_select(inside, alpha, 1.0)));
    double_double y = dd_times_double(expm1_to(z, wide), alpha);
    inside &= mask_usual(z.hi, 450.0);
    return dd_above_zero(x, x, dd_where(inside, y));
}

SB_FN double_double celu_derivative_f64(double x, double alpha, int wide)
{
    uint64_t inside = mask_sign(x) & mask_usual(x, 0x1p200) & mask_usual(alpha, 0x1p200);
    double_double z =
        dd_quotient(dd_of(f64_select(inside, x, 1.0)), dd_of(f64_select(inside, alpha, 1.0)));
    inside &= mask_usual(z.hi, 620.0);
    return dd_above_zero(x, 1.0, dd_where(inside, exp_to(z, wide)));
}

/* Return scale x or scale a (e^x - 1); below, their derivative. */
SB_FN double_double selu_f64(double x, int wide)
{
    double_double left = dd_product(expm1_to(dd_of(x), wide), dd_constant(selu_scale_a));
    double_double right = dd_times_double(dd_constant(selu_scale), x);
    return dd_where(mask_usual(x, 600.0), dd_select(mask_sign(x), left, right));
}

SB_FN double_double selu_derivative_f64(double x, int wide)
{
    double_double left = dd_product(exp_to(dd_of(x), wide), dd_constant(selu_scale_a));
    return dd_where(mask_usual(x, 600.0), dd_select(mask_sign(x), left, dd_constant(selu_scale)));
}

/* Return x - tanh x. For small x the relative difference is x^2 / 3. */
SB_FN double_double tanhshrink_f64(double x, int wide)
{
    double_double size = dd_of(f64_abs(x)), part = tanh_f64(f64_abs(x), wide);
    double_double y = dd_kept(dd_sum(size, dd_negated(part)), part, wide);
    return dd_with_sign(y, x);
}

SB_FN double_double tanhshrink_derivative_f64(double x, int wide)
{
    return dd_square(tanh_f64(f64_abs(x), wide));
}

/* Compute in powers of w = e^-|x|. The formulas are in multiple/functions/mish_derivative.h. */
SB_FN double_double mish_derivative_f64(double x, int wide)
{
    uint64_t negative = mask_sign(x);
    double_double w = exp_to(dd_of(-f64_abs(x)), wide), one = dd_of(1.0), square = dd_square(w);
    double_double twice = dd_scaled(w, 2.0), two = dd_sum(dd_of(2.0), w);
    double_double top = dd_select(negative, two, dd_sum(one, twice));
    double_double d = dd_select(negative, dd_sum(dd_product(w, two), dd_of(2.0)),
                                dd_sum(top, dd_scaled(square, 2.0)));
    double_double bent = dd_times_double(dd_sum(one, w), 4.0 * x);
    bent = dd_product(bent, dd_select(negative, one, square));
    double_double n = dd_kept(dd_sum(dd_product(top, d), bent), bent, wide);
    n = dd_product(n, dd_select(negative, w, one));
    return dd_where(mask_usual(x, 300.0), dd_quotient(n, dd_square(d)));
}

/* Return 2 sqrt(2/pi) x (1 + k 0.044715 x^2): 2 u for k = 1, 2 x u' for k = 3. */
SB_FN double_double gelu_tanh_argument_f64(double x, double k)
{
    double_double t = dd_times_double(dd_constant(gelu_tanh_cubic), k);
    t = dd_sum(dd_of(1.0), dd_product(t, dd_two_product(x, x)));
    return dd_product(dd_times_double(dd_constant(gelu_tanh_slope), x), t);
}

SB_FN double_double gelu_tanh_f64(double x, int wide)
{
    double_double s = logistic_f64(gelu_tanh_argument_f64(x, 1.0), wide);
    return dd_where(mask_usual(x, 18.0), dd_times_double(s, x));
}

/* Return s + 2 x u' s (1 - s) = s (1 + 2 x u' logistic(-2u)). */
SB_FN double_double gelu_tanh_derivative_f64(double x, int wide)
{
    double_double u = gelu_tanh_argument_f64(x, 1.0);
    double_double other =
        dd_product(gelu_tanh_argument_f64(x, 3.0), logistic_f64(dd_negated(u), wide));
    double_double sum = dd_kept(dd_sum(dd_of(1.0), other), other, wide);
    return dd_where(mask_usual(x, 18.0), dd_product(logistic_f64(u, wide), sum));
}

#endif
