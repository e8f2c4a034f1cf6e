/* rare_exp_f64.h - the exponential and functions made of it, for operands of binary64 that
 * exp_f64.h leaves undecided because they, or the results, are very small or very large.
 *
 * e^z, for any z, is 2^k e^r as in wide_exp.h. k < 2^11 has one bit more than in that header. The
 * parts of log 2 have space for it, so r has an error of 2^-96 and e^r by 2^-95. z, a product of a
 * double-double constant, has an error of 2^-100 of 1400 at most: 2^-89. Operands are bounded where
 * the result is above the range, or zero, in any case: e^1400 > 2^2019. Beyond 80 (gelu_tanh:
 * beyond 18, where its argument is beyond 400) e^-|x| < 2^-115. There 1 + e^x and similar sums are
 * 1, x, or e^x, with an error below 2^-100 of the result. About 0 (mask_tiny) the first term of a
 * series is the result, with an error of 2^-299. Where half the operand may be a tie, the sign of
 * the second term is added (scaled_halved). tanhshrink is x (C - 1) / C with C = x coth x of
 * wide_exp.h, whose C - 1 is right to 2^-97. So every error is below 2^-88. Between these ranges an
 * operand is left undecided.
 */
#ifndef SB_SCALAR_RARE_EXP_F64_H
#define SB_SCALAR_RARE_EXP_F64_H

#include "scalar/exp_f64.h"
#include "scalar/scaled_f64.h"

/* Return e^z, for |z| <= 1400. */
SB_FN scaled_f64 scaled_exp(double_double z)
{
    double power, shifted = f64_mad(z.hi, SB_LOG2_INVERSE, 0x1.8p52);
    double_double r = wide_exp_reduce(z, &power);
    scaled_f64 y = {dd_fast_sum(dd_of(1.0), expm1_reduced(r, 1)),
                    (int64_t)(f64_to_bits(shifted) - UINT64_C(0x4338000000000000))};
    return y;
}

/* Return e^x. */
SB_FN scaled_f64 scaled_exp_of(double x) { return scaled_exp(dd_of(f64_within(x, 1400.0))); }

/* Return a constant result. */
SB_FN scaled_f64 scaled_constant(double c) { return scaled_of(dd_of(c)); }

/* Return the value for x < -80, x > 80, or x near 0. */
SB_FN scaled_f64 scaled_pieces(double x, scaled_f64 left, scaled_f64 about_zero, scaled_f64 right)
{
    scaled_f64 far = scaled_select(mask_sign(x), left, right);
    far = scaled_where(~mask_below(f64_abs(x), 80.0), far);
    return scaled_select(mask_tiny(x), about_zero, far);
}

SB_FN scaled_f64 exp_rare_f64(double x) { return scaled_exp_of(x); }

SB_FN scaled_f64 exp2_rare_f64(double x)
{
    const double_double log2 = {SB_LOG2, SB_LOG2_TAIL};
    double z = f64_within(x, 1400.0), shifted = z + 0x1.8p52, r = z - (shifted - 0x1.8p52);
    double_double e = expm1_reduced(dd_times_double(log2, r), 1);
    scaled_f64 y = {dd_fast_sum(dd_of(1.0), e),
                    (int64_t)(f64_to_bits(shifted) - UINT64_C(0x4338000000000000))};
    return y;
}

SB_FN scaled_f64 exp10_rare_f64(double x)
{
    const double_double log10 = {SB_LOG10, SB_LOG10_TAIL};
    return scaled_exp(dd_times_double(log10, f64_within(x, 600.0)));
}

SB_FN scaled_f64 expm1_rare_f64(double x)
{
    return scaled_pieces(x, scaled_constant(-1.0), scaled_number(x), scaled_exp_of(x));
}

/* Return e^|x| / 2, for |x| >= 80. */
SB_FN scaled_f64 scaled_half_exp(double x)
{
    scaled_f64 y = scaled_exp_of(f64_abs(x));
    y.power--;
    return y;
}

SB_FN scaled_f64 sinh_rare_f64(double x)
{
    scaled_f64 far = scaled_half_exp(x);
    far.w = dd_with_sign(far.w, x);
    return scaled_pieces(x, far, scaled_number(x), far);
}

SB_FN scaled_f64 cosh_rare_f64(double x)
{
    scaled_f64 far = scaled_half_exp(x);
    return scaled_pieces(x, far, scaled_constant(1.0), far);
}

SB_FN scaled_f64 tanh_rare_f64(double x)
{
    return scaled_pieces(x, scaled_constant(-1.0), scaled_number(x), scaled_constant(1.0));
}

SB_FN scaled_f64 tanh_derivative_rare_f64(double x)
{
    scaled_f64 far = scaled_exp_of(-2.0 * f64_lesser(f64_abs(x), 700.0));
    far.power += 2;
    return scaled_pieces(x, far, scaled_constant(1.0), far);
}

SB_FN scaled_f64 sigmoid_rare_f64(double x)
{
    return scaled_pieces(x, scaled_exp_of(x), scaled_constant(0.5), scaled_constant(1.0));
}

SB_FN scaled_f64 sigmoid_of_opposite_rare_f64(double x) { return sigmoid_rare_f64(-x); }

SB_FN scaled_f64 sigmoid_derivative_rare_f64(double x)
{
    scaled_f64 far = scaled_exp_of(-f64_abs(x));
    return scaled_pieces(x, far, scaled_constant(0.25), far);
}

/* Return x e^x, for x < 0. */
SB_FN scaled_f64 scaled_x_exp(double x)
{
    return scaled_times(scaled_exp_of(x), dd_of(f64_within(x, 1400.0)));
}

/* Return (1 + z) e^z. */
SB_FN scaled_f64 scaled_swish_slope(double_double z)
{
    return scaled_times(scaled_exp(z), dd_plus_double(z, 1.0));
}

/* Near 0 it is x / 2 + x^2 / 4. */
SB_FN scaled_f64 silu_rare_f64(double x)
{
    return scaled_pieces(x, scaled_x_exp(x), scaled_halved(x, 1.0), scaled_number(x));
}

SB_FN scaled_f64 silu_derivative_rare_f64(double x)
{
    scaled_f64 left = scaled_swish_slope(dd_of(f64_within(x, 1400.0)));
    return scaled_pieces(x, left, scaled_constant(0.5), scaled_constant(1.0));
}

SB_FN scaled_f64 quick_gelu_rare_f64(double x)
{
    double z = f64_within(x, 800.0);
    scaled_f64 left = scaled_times(scaled_exp(quick_gelu_argument(z)), dd_of(z));
    return scaled_pieces(x, left, scaled_halved(x, 1.0), scaled_number(x));
}

SB_FN scaled_f64 quick_gelu_derivative_rare_f64(double x)
{
    scaled_f64 left = scaled_swish_slope(quick_gelu_argument(f64_within(x, 800.0)));
    return scaled_pieces(x, left, scaled_constant(0.5), scaled_constant(1.0));
}

/* The slope of mish at 0 is tanh(log 2) = 3/5. */
SB_FN double_double mish_slope_f64(void) { return dd_quotient(dd_of(3.0), dd_of(5.0)); }

SB_FN scaled_f64 mish_rare_f64(double x)
{
    scaled_f64 about_zero = scaled_times(scaled_number(x), mish_slope_f64());
    return scaled_pieces(x, scaled_x_exp(x), about_zero, scaled_number(x));
}

SB_FN scaled_f64 mish_derivative_rare_f64(double x)
{
    scaled_f64 left = scaled_swish_slope(dd_of(f64_within(x, 1400.0)));
    return scaled_pieces(x, left, scaled_of(mish_slope_f64()), scaled_constant(1.0));
}

SB_FN scaled_f64 softplus_rare_f64(double x)
{
    const double_double log2 = {SB_LOG2, SB_LOG2_TAIL};
    return scaled_pieces(x, scaled_exp_of(x), scaled_of(log2), scaled_number(x));
}

SB_FN scaled_f64 logsigmoid_rare_f64(double x)
{
    scaled_f64 y = softplus_rare_f64(-x);
    y.w = dd_negated(y.w);
    return y;
}

/* It is x^3 / 3 for |x| < 2^-60, with a relative error of 2^-120, and x (C - 1) / C with C = x coth
 * x for |x| < 0.17. */
SB_FN scaled_f64 tanhshrink_rare_f64(double x)
{
    uint64_t near = mask_below(f64_abs(x), 0.17), tiny = mask_below(f64_abs(x), 0x1p-60);
    double_double c = half_coth_above_one(dd_of(2.0 * f64_select(near, x, 0.125)), 1);
    double_double series = dd_times_double(dd_quotient(c, dd_plus_double(c, 1.0)), x);
    scaled_f64 line = scaled_number(x), cube = line;
    cube.w =
        dd_quotient(dd_times_double(dd_two_product(line.w.hi, line.w.hi), line.w.hi), dd_of(3.0));
    cube.w = dd_select(mask_nonzero(x), cube.w, line.w);
    cube.power *= 3;
    uint64_t ample = ~mask_below(f64_abs(x), 0x1p200);
    double z = f64_select(ample, 0x1p200, f64_abs(x));
    scaled_f64 far = scaled_of(dd_with_sign(dd_two_sum(z, -1.0), x));
    far = scaled_where(~mask_below(f64_abs(x), 80.0), scaled_select(ample, line, far));
    return scaled_select(tiny, cube, scaled_select(near, scaled_of(series), far));
}

SB_FN scaled_f64 tanhshrink_derivative_rare_f64(double x)
{
    scaled_f64 square = scaled_number(x);
    square.w = dd_two_product(square.w.hi, square.w.hi);
    square.power *= 2;
    return scaled_pieces(x, scaled_constant(1.0), square, scaled_constant(1.0));
}

/* Return the value for x < -18, x > 18, or x near 0. */
SB_FN scaled_f64 gelu_tanh_pieces(double x, scaled_f64 left, scaled_f64 about_zero,
                                  scaled_f64 right)
{
    scaled_f64 far = scaled_select(mask_sign(x), left, right);
    far = scaled_where(~mask_below(f64_abs(x), 18.0), far);
    return scaled_select(mask_tiny(x), about_zero, far);
}

SB_FN scaled_f64 gelu_tanh_rare_f64(double x)
{
    double z = f64_within(x, 26.0);
    scaled_f64 left = scaled_times(scaled_exp(gelu_tanh_argument_f64(z, 1.0)), dd_of(z));
    return gelu_tanh_pieces(x, left, scaled_halved(x, 1.0), scaled_number(x));
}

SB_FN scaled_f64 gelu_tanh_derivative_rare_f64(double x)
{
    double z = f64_within(x, 26.0);
    double_double slope = dd_plus_double(gelu_tanh_argument_f64(z, 3.0), 1.0);
    scaled_f64 left = scaled_times(scaled_exp(gelu_tanh_argument_f64(z, 1.0)), slope);
    return gelu_tanh_pieces(x, left, scaled_constant(0.5), scaled_constant(1.0));
}

#endif
