/* exp_f64.h - the exponential and what is made of it, of operands of binary64, as double-doubles.
 *
 * Every function takes `wide`, a constant: 0 for the first evaluation, 1 for the second. By
 * wide_exp.h e^z and e^z - 1 have relative errors below 2^-65 and 2^-95 for |z| <= 620. The
 * functions below add to that, in units of it: a quotient or sum of two such numbers of one sign
 * at most the sum of their errors, no more than 8 together. So SB_EXP_F64_ERROR and its wide
 * companion are twice the bounds 2^-62 and 2^-92 (decide64.h). What else there is: z itself, a
 * product of a double-double constant with an error of 2^-100 at |z| <= 620, so 2^-90.7 absolute;
 * the wide bound is 2^-89 for the functions of such a z. Where terms of two signs cancel the
 * result is left open unless it is a quarter of the larger one; they have 2^-60 and 2^-87.
 * Operands outside the domain, and NaN, give NaN: left open.
 */
#ifndef SB_SCALAR_EXP_F64_H
#define SB_SCALAR_EXP_F64_H

#include "scalar/decide64.h"
#include "scalar/wide_exp.h"

#define SB_EXP_F64_ERROR 0x1p-61
#define SB_EXP_F64_WIDE_ERROR 0x1p-88
#define SB_DIFFERENCE_F64_ERROR 0x1p-59
#define SB_DIFFERENCE_F64_WIDE_ERROR 0x1p-86

SB_FN double_double exp_f64(double x, int wide)
{
    return dd_where(mask_usual(x, 620.0), exp_to(dd_of(x), wide));
}

SB_FN double_double expm1_f64(double x, int wide)
{
    return dd_where(mask_usual(x, 620.0), expm1_to(dd_of(x), wide));
}

/* x = k + r, and 2^k e^(r log 2). */
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

/* With E = e^|x| - 1: (E + E / (1 + E)) / 2. */
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

/* With E = e^2|x| - 1: E / (E + 2). */
SB_FN double_double tanh_f64(double x, int wide)
{
    double_double e = expm1_to(dd_of(2.0 * f64_abs(x)), wide);
    double_double y = dd_quotient(e, dd_sum(dd_of(2.0), e));
    return dd_where(mask_usual(x, 300.0), dd_with_sign(y, x));
}

/* 4 w / (1 + w)^2 with w = e^-2|x|. */
SB_FN double_double tanh_derivative_f64(double x, int wide)
{
    double_double w = exp_to(dd_of(-2.0 * f64_abs(x)), wide), d = dd_sum(dd_of(1.0), w);
    return dd_where(mask_usual(x, 300.0), dd_scaled(dd_quotient(w, dd_square(d)), 4.0));
}

/* 1 / (1 + e^-z), in powers of e^-|z|; for |z| <= 620. */
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

/* logistic z (1 + z logistic -z), the derivative of silu. Where the two terms cancel, the
 * difference is left open below 1/4. */
SB_FN double_double swish_derivative_f64(double_double z, int wide)
{
    double_double other = dd_product(logistic_f64(dd_negated(z), wide), z);
    double_double sum = dd_sum(dd_of(1.0), other);
    double_double y = dd_product(logistic_f64(z, wide), sum);
    uint64_t cancels = mask_below(f64_abs(sum.hi), 0.25 * f64_abs(other.hi)) |
                       mask_below(f64_abs(sum.hi), 0.25);
    return dd_where(~cancels, y);
}

SB_FN double_double silu_derivative_f64(double x, int wide)
{
    return dd_where(mask_usual(x, 600.0), swish_derivative_f64(dd_of(x), wide));
}

/* 1.702 x. */
SB_FN double_double quick_f64(double x)
{
    const double_double slope = {0x1.b3b645a1cac08p+0, 0x1.89374bc6a7efap-55};
    return dd_times_double(slope, x);
}

SB_FN double_double quick_gelu_f64(double x, int wide)
{
    return dd_where(mask_usual(x, 350.0), dd_times_double(logistic_f64(quick_f64(x), wide), x));
}

SB_FN double_double quick_gelu_derivative_f64(double x, int wide)
{
    return dd_where(mask_usual(x, 350.0), swish_derivative_f64(quick_f64(x), wide));
}

/* x n / d, with w = e^x and n = w (w + 2), d = n + 2 for x < 0, and in powers of v = e^-x else:
 * n = 1 + 2 v and d = n + 2 v^2. */
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

/* x > 0 is the result, which needs no evaluation; here alpha (e^x - 1) for x < 0. */
SB_FN double_double elu_f64(double x, double alpha, int wide)
{
    double_double y = dd_times_double(expm1_to(dd_of(x), wide), alpha);
    return dd_where(mask_sign(x) & mask_usual(x, 620.0) & mask_usual(alpha, 0x1p300), y);
}

/* x itself where x > 0, exactly. */
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

/* alpha (e^(x/alpha) - 1) for x < 0. */
SB_FN double_double celu_f64(double x, double alpha, int wide)
{
    uint64_t inside = mask_sign(x) & mask_usual(x, 0x1p200) & mask_usual(alpha, 0x1p200);
    double_double z = dd_quotient(dd_of(f64_select(inside, x, 1.0)),
                                  dd_of(f64_select(inside, alpha, 1.0)));
    double_double y = dd_times_double(expm1_to(z, wide), alpha);
    inside &= mask_usual(z.hi, 450.0);
    return dd_above_zero(x, x, dd_where(inside, y));
}

SB_FN double_double celu_derivative_f64(double x, double alpha, int wide)
{
    uint64_t inside = mask_sign(x) & mask_usual(x, 0x1p200) & mask_usual(alpha, 0x1p200);
    double_double z = dd_quotient(dd_of(f64_select(inside, x, 1.0)),
                                  dd_of(f64_select(inside, alpha, 1.0)));
    inside &= mask_usual(z.hi, 620.0);
    return dd_above_zero(x, 1.0, dd_where(inside, exp_to(z, wide)));
}

#endif
