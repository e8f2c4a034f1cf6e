/* sine.h - sin, cos, and sin(pi x), cos(pi x), rounded to odd and in binary64.
 *
 * odd: angle.h reduces and evaluates; cos is sin of the next quadrant. The half-turns 2|x| of sinpi
 * and cospi reduce exactly. Error: relative 2^-79; the hardest binary32 cases of sin and cos need
 * 2^-54.2 and 2^-55.9. Near 0, sin x = x (1 - x^2/6 ...) and cos x = 1 - x^2/2 ... keep the true
 * sign of the remainder. The remainder is 0 only at exact results: 0, 1 at 0, multiples of 1/2
 * (Niven).
 *
 * quick: x = k pi + r, with k an integer (for cos one half more), |r| <= pi/2, and (-1)^k sin r by
 * one polynomial. pi is split into parts of 33, 33 and 53 bits; k times the first two is exact for
 * |x| <= 2^20, as are both subtractions where much cancels. Error: relative 2^-49.5 (r and its
 * square 2^-52 each, the polynomial 2^-50.5 and its roundings); undecided beyond 2^20.
 * far: the same polynomial after the reduction of angle.h, whose rest is right to 2^-53 once
 * rounded; in odd quadrants at pi/2 - |rest|, which is pi/4 or more.
 *
 * S4: sin(+-0) = +-0, NaN at the infinities; sinpi(+-n) = +-0 with the sign of x, cospi(n + 1/2) =
 * +0 (IEEE 754-2019, 9.2.1). Coefficients: coefficients/families/sine.py and constants.py.
 */
#ifndef SB_SCALAR_SINE_H
#define SB_SCALAR_SINE_H

#include "scalar/angle.h"
#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/sine.h"

SB_FN double sin_to_odd(double x)
{
    sb_angle a = angle_reduce(f64_abs(x));
    double y = angle_sine_to_odd(a.rest, a.quadrant);
    y = f64_from_bits(f64_to_bits(y) ^ (f64_to_bits(x) & SB_SIGN));
    return f64_select(mask_not_finite(x), SB_NAN, f64_select(mask_nonzero(x), y, x));
}

SB_FN double cos_to_odd(double x)
{
    sb_angle a = angle_reduce(f64_abs(x));
    return f64_select(mask_not_finite(x), SB_NAN, angle_sine_to_odd(a.rest, a.quadrant + 1));
}

/* Return pi |x| as an angle. From 2^30 upwards every operand is an even integer, which has the same
 * angle as 0. */
SB_FN sb_angle angle_of_half_turns(double x)
{
    double size = f64_abs(x), t = 2.0 * f64_select(mask_below(size, 0x1p30), size, 0.0);
    double shifted = t + 0x1.8p52;
    sb_angle y;
    y.rest = dd_times_double(angle_half_pi(), t - (shifted - 0x1.8p52));
    y.quadrant = f64_to_bits(shifted);
    return y;
}

SB_FN double sinpi_to_odd(double x)
{
    sb_angle a = angle_of_half_turns(x);
    double y = angle_sine_to_odd(a.rest, a.quadrant);
    uint64_t sign = f64_to_bits(x) & SB_SIGN;
    y = f64_select(mask_nonzero(y), f64_from_bits(f64_to_bits(y) ^ sign), f64_from_bits(sign));
    return f64_select(mask_not_finite(x), SB_NAN, y);
}

SB_FN double cospi_to_odd(double x)
{
    sb_angle a = angle_of_half_turns(x);
    double y = angle_sine_to_odd(a.rest, a.quadrant + 1);
    y = f64_select(mask_nonzero(y), y, 0.0);
    return f64_select(mask_not_finite(x), SB_NAN, y);
}

/* Return r polynomial(r^2), negated if the integer in the low bits of `shifted` is odd. */
SB_FN double sine_quick(double r, const double *c, double shifted)
{
    double w = r * r, p = c[7];
    p = f64_mad(p, w, c[6]);
    p = f64_mad(p, w, c[5]);
    p = f64_mad(p, w, c[4]);
    p = f64_mad(p, w, c[3]);
    p = f64_mad(p, w, c[2]);
    p = f64_mad(p, w, c[1]);
    p = f64_mad(p, w, c[0]);
    return f64_from_bits(f64_to_bits(p * r) ^ (f64_to_bits(shifted) << 63));
}

/* Return x - k pi, for k < 2^19 with at most 19 bits. */
SB_FN double sine_reduce(double x, double k)
{
    double r = f64_mad(k, -SB_PI_HIGH, x);
    return f64_mad(k, -SB_PI_LAST, f64_mad(k, -SB_PI_MIDDLE, r));
}

SB_FN double sin_quick(double x)
{
    double shifted = f64_mad(x, SB_PI_INVERSE, 0x1.8p52);
    double y = sine_quick(sine_reduce(x, shifted - 0x1.8p52), sine_slope, shifted);
    return f64_select(mask_below(f64_abs(x), 0x1p20), y, SB_NAN);
}

SB_FN double cos_quick(double x)
{
    double shifted = f64_mad(f64_abs(x), SB_PI_INVERSE, 0.5) + 0x1.8p52;
    double k = (shifted - 0x1.8p52) - 0.5;
    double y = sine_quick(sine_reduce(f64_abs(x), k), sine_slope, shifted);
    return f64_select(mask_below(f64_abs(x), 0x1p20), y, SB_NAN);
}

/* Return sin(rest + quadrant * pi/2). */
SB_FN double sine_far(sb_angle a)
{
    double turned = SB_HALF_PI - f64_abs(a.rest.hi);
    double r = f64_select(mask_of_bit(a.quadrant & 1), turned, a.rest.hi);
    return sine_quick(r, sine_slope, f64_from_bits(a.quadrant >> 1));
}

SB_FN double sin_far(double x)
{
    double y = sine_far(angle_reduce(f64_abs(x)));
    y = f64_from_bits(f64_to_bits(y) ^ (f64_to_bits(x) & SB_SIGN));
    return f64_select(mask_not_finite(x), SB_NAN, y);
}

SB_FN double cos_far(double x)
{
    sb_angle a = angle_reduce(f64_abs(x));
    a.quadrant++;
    return f64_select(mask_not_finite(x), SB_NAN, sine_far(a));
}

SB_FN double sinpi_quick(double x)
{
    double t = f64_select(mask_below(f64_abs(x), 0x1p30), x, 0.0), shifted = t + 0x1.8p52;
    double r = t - (shifted - 0x1.8p52), y = sine_quick(r, half_turn_slope, shifted);
    y = f64_select(mask_nonzero(r), y, f64_with_sign(0.0, x));
    return f64_select(mask_not_finite(x), SB_NAN, y);
}

/* cos(pi x) = sin(pi (1/2 - |x|)), where 1/2 - |x| is rounded if |x| < 2^-29. */
SB_FN double cospi_quick(double x)
{
    double size = f64_abs(x), t = 0.5 - f64_select(mask_below(size, 0x1p30), size, 0.0);
    double shifted = t + 0x1.8p52, r = t - (shifted - 0x1.8p52);
    double y = f64_select(mask_nonzero(r), sine_quick(r, half_turn_slope, shifted), 0.0);
    return f64_select(mask_not_finite(x), SB_NAN, y);
}

#endif
