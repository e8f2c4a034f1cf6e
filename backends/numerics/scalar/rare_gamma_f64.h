/* rare_gamma_f64.h - the gamma function and its logarithm of operands of binary64 that gamma_f64.h
 * leaves open for their size.
 *
 * About 0 (mask_tiny) Gamma(x) is 1 / x and its logarithm -log|x|, to 2^-299. tgamma, 150 <= |x| <
 * 200: Stirling's series and the reflection of gamma_f64.h. Its terms are at most 1057, so it is
 * off by 2^-87, and e to that power (rare_exp_f64.h) adds 2^-95, R 2^-92: together below 2^-86. A
 * larger x counts as 200: the result is beyond every number.
 * lgamma, x >= 2^300: x (log x - 1), as the other terms are below 2^-298 of it: 2^-96. x < -2^29:
 * log R, which is positive there since R >= 64, joins Stirling's sum, so the result has the errors
 * 2^-91 of the one and 2^-92 of the other. Numbers below -2^52 are poles. Poles, and other
 * operands, are left open.
 */
#ifndef SB_SCALAR_RARE_GAMMA_F64_H
#define SB_SCALAR_RARE_GAMMA_F64_H

#include "scalar/gamma_f64.h"
#include "scalar/rare_log_f64.h"

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

/* -log Gamma(-t), for 2^29 <= t < 2^52; NaN for an integer. */
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

SB_FN scaled_f64 lgamma_rare_f64(double x)
{
    double size = f64_abs(x);
    uint64_t left = mask_sign(x) & ~mask_below(size, 0x1p29) & mask_below(size, 0x1p52);
    uint64_t right = ~mask_sign(x) & ~mask_below(size, 0x1p300);
    double_double log_x = log_of_any_f64(size, 0.0);
    double_double y = dd_negated(lgamma_left_f64(f64_select(left, size, 0x1.8p29)));
    scaled_f64 near = scaled_where(left, scaled_of(y));
    scaled_f64 far = scaled_times(scaled_number(x), dd_plus_double(log_x, -1.0));
    far = scaled_select(right, far, near);
    return scaled_select(mask_tiny(x), scaled_of(dd_negated(log_x)), far);
}

#endif
