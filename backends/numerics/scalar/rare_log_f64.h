/* rare_log_f64.h - logarithms, functions made of them, and powers, for operands of binary64 that
 * log_f64.h and pow_f64.h leave open because of their size.
 *
 * An operand near the ends of the range is brought nearer to 1 by a factor of 2^200, exactly. The
 * exponent k of wide_log.h compensates for it. |k| <= 1075 has one bit more than in that header,
 * and the parts of log 2 have space for it. So a logarithm is right to a relative 2^-97. Beyond
 * 2^200 asinh x and acosh x are log 2x, beyond 2^900 log1p x is log x, to 2^-400. About 0
 * (mask_tiny) an odd function is its operand, to 2^-598. pow: y log |x|, at most 1400, with an
 * error of 2^-97 of it, and e to that power 2^-95 (see rare_exp_f64.h): 2^-86. A larger value is
 * replaced by 1400, and |y| > 2^200 by 2^200, since |log x| > 2^-54: the result is above the range,
 * or zero, in either case. A negative x is accepted where y is an integer; from 2^53 on y is even.
 * Zeros, infinities and domain errors are left undecided.
 */
#ifndef SB_SCALAR_RARE_LOG_F64_H
#define SB_SCALAR_RARE_LOG_F64_H

#include "scalar/pow_f64.h"
#include "scalar/rare_exp_f64.h"

/* Return log x + more * log 2, or NaN unless 0 < x < infinity. */
SB_FN double_double log_of_any_f64(double x, double more)
{
    uint64_t inside = mask_nonzero(x) & ~mask_sign(x) & ~mask_not_finite(x);
    double z = f64_select(inside, x, 1.0), power;
    uint64_t small = mask_below(z, 0x1p-900), large = mask_below(0x1p900, z);
    z *= f64_select(small, 0x1p200, f64_select(large, 0x1p-200, 1.0));
    double k = wide_log_exponent(z, &power) + f64_select(small, -200.0, 0.0);
    k += f64_select(large, 200.0, 0.0) + more;
    return dd_where(inside, wide_log_join(k, log1p_reduced(dd_of(z * power - 1.0), 1)));
}

/* Return log u of a double-double u, for 1 < u < 2^900. */
SB_FN double_double log_of_pair_f64(double_double u)
{
    double power, k = wide_log_exponent(u.hi, &power);
    double_double m = dd_scaled(u, power);
    return wide_log_join(k, log1p_reduced(dd_fast_two_sum(m.hi - 1.0, m.lo), 1));
}

SB_FN scaled_f64 log_rare_f64(double x) { return scaled_of(log_of_any_f64(x, 0.0)); }

SB_FN scaled_f64 log10_rare_f64(double x)
{
    const double_double scale = {SB_LOG10_INVERSE, SB_LOG10_INVERSE_TAIL};
    return scaled_of(dd_product(log_of_any_f64(x, 0.0), scale));
}

SB_FN scaled_f64 log2_rare_f64(double x)
{
    const double_double scale = {SB_LOG2_INVERSE, SB_LOG2_INVERSE_TAIL};
    return scaled_of(dd_product(log_of_any_f64(x, 0.0), scale));
}

SB_FN scaled_f64 log1p_rare_f64(double x)
{
    double_double far = dd_where(~mask_below(x, 0x1p900), log_of_any_f64(x, 0.0));
    return scaled_select(mask_tiny(x), scaled_number(x), scaled_of(far));
}

/* Return log 2|x|, for |x| >= 2^200. */
SB_FN double_double log_of_twice_f64(double x)
{
    double_double y = log_of_any_f64(f64_abs(x), 1.0);
    return dd_where(~mask_below(f64_abs(x), 0x1p200), y);
}

SB_FN scaled_f64 asinh_rare_f64(double x)
{
    scaled_f64 far = scaled_of(dd_with_sign(log_of_twice_f64(x), x));
    return scaled_select(mask_tiny(x), scaled_number(x), far);
}

SB_FN scaled_f64 acosh_rare_f64(double x)
{
    return scaled_where(~mask_sign(x), scaled_of(log_of_twice_f64(x)));
}

SB_FN scaled_f64 atanh_rare_f64(double x) { return scaled_where(mask_tiny(x), scaled_number(x)); }

SB_FN scaled_f64 pow_rare_f64(double x, double y)
{
    double size = f64_abs(y);
    uint64_t large = ~mask_below(size, 0x1p52), even = ~mask_below(size, 0x1p53);
    double whole = f64_select(large, 0.0, size), shifted = whole + 0x1p52;
    uint64_t fraction = mask_nonzero(whole - (shifted - 0x1p52));
    uint64_t odd = f64_to_bits(f64_select(large, size, shifted)) & 1 & ~even;
    double_double log_x = log_of_any_f64(f64_abs(x), 0.0);
    double_double t = dd_times_double(log_x, f64_within(y, 0x1p200));
    double_double end = dd_of(f64_with_sign(1400.0, t.hi));
    uint64_t inside = ~mask_nan(log_x.hi) & ~mask_not_finite(y) & ~(mask_sign(x) & fraction);
    scaled_f64 w = scaled_exp(dd_select(mask_below(f64_abs(t.hi), 1400.0), t, end));
    w.w = dd_with_sign(w.w, f64_from_bits((f64_to_bits(x) & SB_SIGN) & odd << 63));
    return scaled_where(inside, w);
}

#endif
