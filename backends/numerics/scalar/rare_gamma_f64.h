/* rare_gamma_f64.h - the gamma function and its logarithm of operands of binary64 that gamma_f64.h
 * leaves undecided because of their size.
 *
 * About 0 (mask_tiny) Gamma(x) is 1 / x and its logarithm -log|x|, to 2^-299. tgamma, 150 <= |x| <
 * 200: Stirling's series and the reflection of gamma_f64.h. Its terms are at most 1057, so it has
 * an error of 2^-87, and e to that power (rare_exp_f64.h) adds 2^-95, R 2^-92: together below
 * 2^-86. A larger x is replaced by 200: the result is above the range. lgamma, x >= 2^300: x (log x
 * - 1), as the other terms are below 2^-298 of it: 2^-96. x < -2^29: log R, which is positive there
 * since R >= 64, joins Stirling's sum, so the result has the errors 2^-91 of Stirling's sum and
 * 2^-92 of log R. Numbers below -2^52 are poles. lgamma near a zero on the left (there is one on
 * either side of -3, -4 ... and one left of -2): Taylor's series of 8 terms, 2^-74, where the first
 * is below 2^-11 in size. The distance s to the zero, which is known in three parts, has a relative
 * error below 2^-90. So have the first two terms, plus 2^-100. The third and later terms are below
 * 2^-20.4 of the first, and rounded by 2^-51: together below 2^-71.1. Beyond -17.5 no number is
 * that near to a zero. SB_LGAMMA_RARE_F64_ERROR is more than twice these bounds. Poles, and other
 * operands, are left undecided. Coefficients: coefficients/families/lgamma_zeros.py.
 */
#ifndef SB_SCALAR_RARE_GAMMA_F64_H
#define SB_SCALAR_RARE_GAMMA_F64_H

#include "scalar/coefficients/lgamma_zeros.h"
#include "scalar/gamma_f64.h"
#include "scalar/rare_log_f64.h"

#define SB_LGAMMA_RARE_F64_ERROR 0x1p-70

SB_FN scaled_f64 tgamma_rare_f64(double x)
{
    uint64_t far = ~mask_below(f64_abs(x), 150.0), right = ~mask_sign(x);
    uint64_t inside = far & (right | mask_below(f64_abs(x), 200.0));
    double z = f64_with_sign(f64_lesser(f64_abs(x), 200.0), x);
    gamma_f64_place g = gamma_locate_f64(f64_select(inside, z, 160.5), 201.0, 1);
    double_double power = stirling_f64(g.beyond, 1, 1);
    power = dd_select(g.negative, dd_negated(power), power);
    double_double below = dd_select(g.negative, gamma_reflection_f64(g, 1), dd_of(1.0));
    scaled_f64 y = scaled_exp(power), line = scaled_number(x);
    y.w = dd_with_sign(dd_quotient(y.w, below), f64_from_bits(gamma_sign(g.at)));
    line.w = dd_quotient(dd_of(1.0), line.w);
    line.power = -line.power;
    line = scaled_where(mask_nonzero(x), line);
    return scaled_select(mask_tiny(x), line, scaled_where(inside & g.inside, y));
}

/* Return -log Gamma(-t), for 2^29 <= t < 2^52. It is NaN for an integer. */
SB_FN double_double lgamma_left_f64(double t)
{
    double d = t - ((t + 0x1p52) - 0x1p52);
    double_double w = gamma_from_slope_f64(gamma_slope_f64(d, 1), d);
    double_double other = gamma_from_slope_f64(gamma_slope_f64(-d, 1), -d);
    double_double r = dd_times_double(dd_times_double(dd_product(w, other), f64_abs(d)), t);
    r = dd_select(mask_nonzero(d), r, dd_of(64.0));
    double_double y = dd_sum(stirling_f64(t, 1, 1), log_of_pair_f64(r));
    return dd_where(mask_nonzero(d), y);
}

/* Return log |Gamma(x)| near a zero, for x < 0, and NaN for other x. */
SB_FN double_double lgamma_near_zero_f64(double x)
{
    uint64_t inside = mask_sign(x) & mask_below(2.0, f64_abs(x)) & mask_below(f64_abs(x), 17.5);
    double t = f64_select(inside, f64_abs(x), 2.25), shifted = t + 0x1.8p52;
    uint64_t right = f64_to_bits(t - (shifted - 0x1.8p52)) >> 63; /* side of the nearest integer */
    const int64_t j = (int64_t)(2 * (f64_to_bits(shifted) & 31) - 4 - right);
    double_double first = {lgamma_zeros[3][j], lgamma_zeros[4][j]};
    double_double s = dd_two_sum(-t - lgamma_zeros[0][j], -lgamma_zeros[1][j]);
    s = dd_plus_double(s, -lgamma_zeros[2][j]);
    double p = lgamma_zeros[12][j];
    SB_UNROLL
    for (int k = 11; k >= 7; k--) p = f64_mad(p, s.hi, lgamma_zeros[k][j]);
    double_double y = dd_fast_two_sum(lgamma_zeros[5][j], f64_mad(p, s.hi, lgamma_zeros[6][j]));
    y = dd_fast_sum(first, dd_product(y, s));
    inside &= mask_below(f64_abs(s.hi * first.hi), 0x1p-11);
    return dd_where(inside, dd_product(y, s));
}

SB_FN scaled_f64 lgamma_rare_f64(double x)
{
    double size = f64_abs(x);
    uint64_t left = mask_sign(x) & ~mask_below(size, 0x1p29) & mask_below(size, 0x1p52);
    uint64_t right = ~mask_sign(x) & ~mask_below(size, 0x1p300);
    double_double log_x = log_of_any_f64(size, 0.0);
    double_double y = dd_negated(lgamma_left_f64(f64_select(left, size, 0x1.8p29)));
    scaled_f64 near = scaled_of(dd_select(left, y, lgamma_near_zero_f64(x)));
    scaled_f64 far = scaled_times(scaled_number(x), dd_plus_double(log_x, -1.0));
    far = scaled_select(right, far, near);
    return scaled_select(mask_tiny(x), scaled_of(dd_negated(log_x)), far);
}

#endif
