/* rare_angle_f64.h - inverse circular functions, lengths, roots and quotients of operands of
 * binary64 that angle_f64.h leaves undecided because of their size.
 *
 * Beyond 2^300 atan is pi/2 to 2^-300 and softsign is 1. About 0 (mask_tiny) the first term of a
 * series is the result, with an error below 2^-298. atan2 and hypot depend on the quotient of their
 * operands, apart from a power of two, which is factored out. A quotient beyond 2^98 is replaced by
 * 2^98, which moves an angle near pi/2 or pi by 2^-97, and a length by 2^-197 of it. The angle y /
 * x, for x > 0, has an error of 2^-101, and its next term is below 2^-195 of it. An infinity is
 * replaced by 1, and the other operand then by 2^-98. cbrt and rsqrt factor out powers of 8 and 4.
 * So the errors are the errors of angle_f64.h, or below 2^-96. Results that are zeros, and domain
 * errors, are left undecided.
 */
#ifndef SB_SCALAR_RARE_ANGLE_F64_H
#define SB_SCALAR_RARE_ANGLE_F64_H

#include "scalar/angle_f64.h"
#include "scalar/scaled_f64.h"

/* Return +-pi/2 with the sign of x. */
SB_FN scaled_f64 scaled_right_angle(double x)
{
    return scaled_of(dd_with_sign(angle_half_pi(), x));
}

SB_FN scaled_f64 atan_rare_f64(double x)
{
    scaled_f64 far = scaled_where(~mask_below(f64_abs(x), 0x1p300), scaled_right_angle(x));
    return scaled_select(mask_tiny(x), scaled_number(x), far);
}

SB_FN scaled_f64 asin_rare_f64(double x)
{
    uint64_t one = ~mask_nonzero(f64_abs(x) - 1.0);
    scaled_f64 end = scaled_where(one, scaled_right_angle(x));
    return scaled_select(mask_tiny(x), scaled_number(x), end);
}

/* For acos(-1) = pi. */
SB_FN scaled_f64 acos_rare_f64(double x)
{
    scaled_f64 end = scaled_of(dd_scaled(angle_half_pi(), 2.0));
    end = scaled_where(~mask_nonzero(x + 1.0), end);
    return scaled_select(mask_tiny(x), scaled_of(angle_half_pi()), end);
}

/* Return 2^d, for |d| <= 1000. */
SB_FN double power_of_two_f64(int64_t d) { return f64_from_bits((uint64_t)(d + 1023) << 52); }

/* Return d, limited to a magnitude of 98. */
SB_FN int64_t int64_within_98(int64_t d)
{
    d = int64_select(mask_less(d, 98), d, 98);
    return int64_select(mask_less(d, -98), -98, d);
}

SB_FN scaled_f64 atan2_rare_f64(double y, double x)
{
    uint64_t y_ends = mask_not_finite(y), x_ends = mask_not_finite(x);
    scaled_f64 a = scaled_number(f64_select(y_ends, 1.0, f64_select(x_ends, 0x1p-98, y)));
    scaled_f64 b = scaled_number(f64_select(x_ends, 1.0, f64_select(y_ends, 0x1p-98, x)));
    int64_t apart = a.power - b.power;
    apart = int64_select(mask_nonzero(b.w.hi), apart, 98);
    apart = int64_select(mask_nonzero(a.w.hi), apart, -98);
    uint64_t right = ~mask_sign(x), line = right & mask_less(apart, -97) & mask_nonzero(y);
    uint64_t open = right & (~mask_nonzero(y) | (x_ends & ~y_ends));
    open |= mask_nan(y) | mask_nan(x);
    double top = f64_select(mask_nonzero(a.w.hi), f64_abs(a.w.hi), 1.0);
    double bottom = f64_select(mask_nonzero(b.w.hi), f64_abs(b.w.hi), 1.0);
    scaled_f64 quotient = {dd_with_sign(dd_quotient(dd_of(top), dd_of(bottom)), y), apart};
    double part = f64_with_sign(top * power_of_two_f64(int64_within_98(apart)), y);
    scaled_f64 angle = scaled_of(atan2_f64(part, f64_with_sign(bottom, x)));
    return scaled_where(~open, scaled_select(line, quotient, angle));
}

SB_FN scaled_f64 cbrt_rare_f64(double x)
{
    scaled_f64 y = scaled_number(x);
    int64_t third = (int64_t)((uint64_t)(y.power + 3072) * 43691 >> 17) - 1024;
    double part = y.w.hi * power_of_two_f64(y.power - 3 * third);
    y.w = dd_where(~mask_not_finite(x), cbrt_f64(part));
    y.power = third;
    return y;
}

SB_FN scaled_f64 rsqrt_rare_f64(double x)
{
    scaled_f64 y = scaled_number(x);
    int64_t half = (int64_t)((uint64_t)(y.power + 2048) >> 1) - 1024;
    double part = y.w.hi * power_of_two_f64(y.power - 2 * half);
    y.w = dd_where(~mask_not_finite(x), rsqrt_f64(part));
    y.power = -half;
    return y;
}

SB_FN scaled_f64 hypot_rare_f64(double x, double y)
{
    uint64_t second = mask_below(f64_abs(x), f64_abs(y));
    scaled_f64 large = scaled_number(f64_select(second, y, x));
    scaled_f64 other = scaled_number(f64_select(second, x, y));
    int64_t apart = int64_select(mask_nonzero(other.w.hi), other.power - large.power, -98);
    double a = large.w.hi, b = other.w.hi * power_of_two_f64(int64_within_98(apart));
    uint64_t inside = ~mask_not_finite(x) & ~mask_not_finite(y) & mask_nonzero(a);
    double_double square = dd_sum(dd_two_product(a, a), dd_two_product(b, b));
    large.w = dd_where(inside, dd_sqrt(square));
    return large;
}

SB_FN scaled_f64 softsign_rare_f64(double x)
{
    scaled_f64 far = scaled_of(dd_of(f64_with_sign(1.0, x)));
    far = scaled_where(~mask_below(f64_abs(x), 0x1p300), far);
    return scaled_select(mask_tiny(x), scaled_number(x), far);
}

SB_FN scaled_f64 softsign_derivative_rare_f64(double x)
{
    scaled_f64 far = scaled_number(x);
    far.w = dd_quotient(dd_of(1.0), dd_two_product(far.w.hi, far.w.hi));
    far.power *= -2;
    far = scaled_where(~mask_below(f64_abs(x), 0x1p300), far);
    return scaled_select(mask_tiny(x), scaled_of(dd_of(1.0)), far);
}

/* Return the value of a piecewise function below -3, about 0, or above 3. */
SB_FN scaled_f64 scaled_beyond_three(double x, double left, scaled_f64 about_zero, scaled_f64 right)
{
    scaled_f64 far = scaled_select(mask_sign(x), scaled_of(dd_of(left)), right);
    far = scaled_where(mask_below(3.0, f64_abs(x)), far);
    return scaled_select(mask_tiny(x), about_zero, far);
}

SB_FN scaled_f64 hardsigmoid_rare_f64(double x)
{
    scaled_f64 half = scaled_of(dd_of(0.5)), one = scaled_of(dd_of(1.0));
    return scaled_beyond_three(x, 0.0, half, one);
}

/* Near 0 it is x / 2 + x^2 / 6. */
SB_FN scaled_f64 hardswish_rare_f64(double x)
{
    return scaled_beyond_three(x, -0.0, scaled_halved(x, 1.0), scaled_number(x));
}

SB_FN scaled_f64 hardswish_derivative_rare_f64(double x)
{
    scaled_f64 half = scaled_of(dd_of(0.5)), one = scaled_of(dd_of(1.0));
    return scaled_beyond_three(x, 0.0, half, one);
}

#endif
