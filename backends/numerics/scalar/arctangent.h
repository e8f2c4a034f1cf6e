/* arctangent.h - atan and atan2 rounded to odd, and in binary64.
 *
 * odd: for 0 <= n <= d let q = n/d and p = q + q^3 P(q^2), in binary64. Then
 *   atan(n/d) = p + atan t,  t = (n cos p - d sin p) / (d cos p + n sin p),
 * with sine and cosine as double-doubles (angle.h), |t| < 2^-45 and atan t = t to 2^-90 of itself.
 * Above the diagonal the result is pi/2 minus this for d/n. Left of the axis it is pi minus this.
 * Error: relative 2^-68 (cos and sin 2^-69 and 2^-73, near p = 0 less; t itself 2^-95; pi 2^-105).
 * Measured errors, log2, on random quotients of 24-bit integers (the errors of the complements are
 * smaller):
 *   q up to  1     0.9   0.8   0.7   0.6   0.5   0.4   0.3   1/4   1/8   1/16  1/32 ... 2^-25
 *   atan q   -71.7 -72.5 -73.5 -74.6 -75.9 -77.8 -80.0 -83.0 -85.1 -92.9 -101  -103
 *
 * That is enough. One operand: the hardest binary32 case of atan needs 2^-55.1 (its certificate).
 * Two operands: an octave of q has 2^46 quotients of 24-bit integers, and midpoints are 2^-24
 * apart. So about 6 quotients come within 2^-68 of a midpoint in each octave of atan q, pi/2 - atan
 * q, pi/2 + atan q and pi - atan q, one within 2^-71, and of all octaves one within 2^-77.
 * vectors/search/angles.py visits every midpoint from 2^-25 to pi, by continued fractions, and
 * finds all quotients that come within 2^-68: 584 quotients, as 724 pairs. The nearest: q >= 1/4:
 * 2^-74.95 (pi - atan(3738005/8411429)); q >= 2^-13: 2^-76.05; q >= 2^-21: 2^-77.53; below:
 * 2^-89.15 (atan(12582915/8388611 2^-22), by the pattern of its bits), else 2^-79.33. binary16 and
 * bfloat16 need 2^-40.60 and 2^-31.36. Below 2^-25 an angle is 2^-50 or more from all midpoints,
 * unless q is a midpoint. So the results of all other pairs follow from the error bound. The
 * results of the 724 pairs are golden cases (atan2/f32/hard-quotients), which every device has to
 * return. Powers of two change no result: no product here is subnormal. This argument rests on the
 * bound 2^-68, which is derived by hand and is 2^3 above the measured error, and on the screening
 * of the search.
 *
 * Small results: where q^2 < 2^-53, p = q. Where q is exact (only then can it be a midpoint, since
 * two quotients of 24 bits are 2^-49 apart) n - d q vanishes exactly, so t is -q^3/3 to 2^-50: the
 * true sign. The result is exact only for n = 0.
 *
 * quick: p, with the same complements. Error: relative 2^-46.5 (P 2^-47.9 of the result, roundings
 * 2^-50).
 *
 * S4: as C23 F.10.1: atan2(+-0, x) is +-0 for x > 0 or +0, +-pi for x < 0 or -0. Infinities are
 * directions along the axes and diagonals. Coefficients: coefficients/families/arctangent.py and
 * constants.py.
 */
#ifndef SB_SCALAR_ARCTANGENT_H
#define SB_SCALAR_ARCTANGENT_H

#include "scalar/angle.h"
#include "scalar/coefficients/arctangent.h"
#include "scalar/coefficients/constants.h"

/* Return an approximation of atan q, 0 <= q <= 1. It is exactly q if q^2 < 2^-53. */
SB_FN double arctangent_near(double q)
{
    const double *c = arctangent_rest;
    double w = q * q, p = c[17];
    p = f64_mad(p, w, c[16]);
    p = f64_mad(p, w, c[15]);
    p = f64_mad(p, w, c[14]);
    p = f64_mad(p, w, c[13]);
    p = f64_mad(p, w, c[12]);
    p = f64_mad(p, w, c[11]);
    p = f64_mad(p, w, c[10]);
    p = f64_mad(p, w, c[9]);
    p = f64_mad(p, w, c[8]);
    p = f64_mad(p, w, c[7]);
    p = f64_mad(p, w, c[6]);
    p = f64_mad(p, w, c[5]);
    p = f64_mad(p, w, c[4]);
    p = f64_mad(p, w, c[3]);
    p = f64_mad(p, w, c[2]);
    p = f64_mad(p, w, c[1]);
    p = f64_mad(p, w, c[0]);
    return q * f64_mad(p, w, 1.0);
}

/* Return atan(n/d) for 0 <= n <= d, d > 0. */
SB_FN double_double arctangent_dd(double_double n, double_double d)
{
    double near = arctangent_near(n.hi / d.hi);
    double_double s = angle_sine(dd_of(near)), c = angle_cosine(dd_of(near));
    double_double across = dd_product(n, c), back = dd_product(d, s);
    double gap = (across.hi - back.hi) + (across.lo - back.lo);
    return dd_fast_two_sum(near, gap / f64_mad(d.hi, c.hi, n.hi * s.hi));
}

/* Return pi/2 - a or pi - a. */
SB_FN double_double arctangent_complement(double_double a)
{
    return dd_sum(angle_half_pi(), dd_negated(a));
}

SB_FN double_double arctangent_supplement(double_double a)
{
    return dd_sum(dd_scaled(angle_half_pi(), 2.0), dd_negated(a));
}

/* Beyond 2^140, the result in every format equals the result at infinity. */
SB_FN double atan_to_odd(double x)
{
    double size = f64_lesser(f64_abs(x), 0x1p140);
    uint64_t steep = mask_below(1.0, size);
    double_double n = dd_of(f64_select(steep, 1.0, size)), d = dd_of(f64_select(steep, size, 1.0));
    double_double y = arctangent_dd(n, d);
    y = dd_select(steep, arctangent_complement(y), y);
    return f64_select(mask_nan(x), x, f64_with_sign(dd_round_to_odd(y), x));
}

SB_FN double atan_quick(double x)
{
    double size = f64_abs(x);
    uint64_t steep = mask_below(1.0, size);
    double y = arctangent_near(f64_select(steep, 1.0, size) / f64_select(steep, size, 1.0));
    y = f64_select(steep, SB_HALF_PI - y, y);
    return f64_select(mask_nan(x), x, f64_with_sign(y, x));
}

SB_FN double atan2_to_odd(double y, double x)
{
    double a = f64_abs(y), b = f64_abs(x);
    uint64_t high = mask_not_finite(a), wide = mask_not_finite(b), far = high | wide;
    a = f64_select(far, f64_select(high, 1.0, 0.0), a);
    b = f64_select(far, f64_select(wide, 1.0, 0.0), b);
    uint64_t steep = mask_below(b, a);
    double n = f64_select(steep, b, a), d = f64_select(steep, a, b);
    double_double t = arctangent_dd(dd_of(n), dd_of(f64_select(mask_nonzero(d), d, 1.0)));
    t = dd_select(steep, arctangent_complement(t), t);
    t = dd_select(mask_sign(x), arctangent_supplement(t), t);
    double odd = f64_with_sign(dd_round_to_odd(t), y);
    return f64_select(mask_nan(y) | mask_nan(x), SB_NAN, odd);
}

/* If n/d is 0/0 or infinity/infinity, the result is NaN, and atan2_to_odd handles the operands. */
SB_FN double atan2_quick(double y, double x)
{
    double a = f64_abs(y), b = f64_abs(x);
    uint64_t steep = mask_below(b, a);
    double t = arctangent_near(f64_select(steep, b, a) / f64_select(steep, a, b));
    t = f64_select(steep, SB_HALF_PI - t, t);
    t = f64_select(mask_sign(x), SB_PI - t, t);
    return f64_select(mask_nan(t), SB_NAN, f64_with_sign(t, y));
}

#endif
