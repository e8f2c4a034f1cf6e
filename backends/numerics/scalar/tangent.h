/* tangent.h - tan rounded to odd, and in binary64.
 *
 * odd: angle.h reduces; sin / cos, or -cos / sin in an odd quadrant, as double-doubles. Error:
 * relative 2^-78; the hardest binary32 case needs 2^-54.5. Near 0 the low part is x^3/3 to 2^-50
 * (angle.h), and the result is exact only at 0.
 *
 * quick: x = k pi/2 + r as in sine.h; tan r = r A(r^2) / B(r^2), inverted where k is odd. Error:
 * relative 2^-49 (A/B 2^-50, r 2^-52, seven roundings); undecided beyond 2^20. far: the same,
 * reduced by angle.h. Coefficients: coefficients/families/tangent.py and constants.py.
 */
#ifndef SB_SCALAR_TANGENT_H
#define SB_SCALAR_TANGENT_H

#include "scalar/angle.h"
#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/tangent.h"

SB_FN double tan_to_odd(double x)
{
    sb_angle a = angle_reduce(f64_abs(x));
    double_double s = angle_sine(a.rest), c = angle_cosine(a.rest);
    uint64_t odd = mask_of_bit(a.quadrant & 1);
    double_double t = dd_quotient(dd_select(odd, dd_negated(c), s), dd_select(odd, s, c));
    double y = f64_from_bits(f64_to_bits(dd_round_to_odd(t)) ^ (f64_to_bits(x) & SB_SIGN));
    return f64_select(mask_not_finite(x), SB_NAN, f64_select(mask_nonzero(x), y, x));
}

/* Return tan r, or -1 / tan r if the last bit of k is 1. */
SB_FN double tangent_quick(double r, uint64_t k)
{
    const double *a = tangent_slope_above, *b = tangent_slope_below;
    double w = r * r;
    double n = r * f64_mad(f64_mad(f64_mad(a[3], w, a[2]), w, a[1]), w, a[0]);
    double d = f64_mad(f64_mad(f64_mad(b[3], w, b[2]), w, b[1]), w, b[0]);
    uint64_t odd = mask_of_bit(k & 1);
    return f64_select(odd, -d, n) / f64_select(odd, n, d);
}

SB_FN double tan_quick(double x)
{
    double shifted = f64_mad(x, SB_TWO_OVER_PI, 0x1.8p52), k = shifted - 0x1.8p52;
    double r = f64_mad(k, -0.5 * SB_PI_MIDDLE, f64_mad(k, -0.5 * SB_PI_HIGH, x));
    r = f64_mad(k, -0.5 * SB_PI_LAST, r);
    return f64_select(mask_below(f64_abs(x), 0x1p20), tangent_quick(r, f64_to_bits(shifted)),
                      SB_NAN);
}

SB_FN double tan_far(double x)
{
    sb_angle a = angle_reduce(f64_abs(x));
    double y = tangent_quick(a.rest.hi, a.quadrant);
    y = f64_from_bits(f64_to_bits(y) ^ (f64_to_bits(x) & SB_SIGN));
    return f64_select(mask_not_finite(x), SB_NAN, y);
}

#endif
