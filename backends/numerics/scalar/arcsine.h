/* arcsine.h - asin and acos rounded to odd, and in binary64.
 *
 * odd: 1 - x^2 is exact as a double-double, so its root s has relative error 2^-102. asin |x| is
 * the angle of (s, |x|) by arctangent.h, and acos |x| is its complement. The smaller of |x| and s
 * is divided by the other. Error: relative 2^-68; the hardest binary32 cases need 2^-53.6 and
 * 2^-57.1. asin x is x + x^3/6 near 0 with the true sign of the remainder (see arctangent.h: d = 1
 * - x^2/2 is a double-double). Exact results are asin(+-0) = +-0 and acos(1) = +0.
 *
 * quick: for |x| <= 1/2, x + x^3 P(x^2); above 1/2, asin |x| = pi/2 - 2 asin s, s^2 = (1 - |x|)/2,
 * which is exact in binary32. s comes from the binary32 root g and quotient 1/(2g) by one Newton
 * step, error 2^-46.5. Error: relative 2^-45.2 (s; P 2^-45.5 times w/6 <= 2^-4.6 of the result;
 * roundings 2^-50). Undecided: |x| = 1 (0/0), and |x| > 1.
 *
 * S4: NaN outside [-1, 1].
 * Coefficients: coefficients/families/arcsine.py and constants.py.
 */
#ifndef SB_SCALAR_ARCSINE_H
#define SB_SCALAR_ARCSINE_H

#include "scalar/arctangent.h"
#include "scalar/coefficients/arcsine.h"
#include "scalar/coefficients/constants.h"

/* Return the angle of |x| <= 1 and sqrt(1 - x^2), from the smaller divided by the larger: asin or,
 * if *is_acos is set, acos. */
SB_FN double_double arcsine_dd(double size, uint64_t *is_acos)
{
    double_double other = dd_sqrt(dd_fast_two_sum(1.0, -(size * size)));
    *is_acos = mask_below(other.hi, size);
    return arctangent_dd(dd_select(*is_acos, other, dd_of(size)),
                         dd_select(*is_acos, dd_of(size), other));
}

SB_FN double asin_to_odd(double x)
{
    double size = f64_abs(x);
    uint64_t is_acos;
    double_double y = arcsine_dd(f64_lesser(size, 1.0), &is_acos);
    y = dd_select(is_acos, arctangent_complement(y), y);
    return f64_select(mask_below(1.0, size), SB_NAN, f64_with_sign(dd_round_to_odd(y), x));
}

SB_FN double acos_to_odd(double x)
{
    double size = f64_abs(x);
    uint64_t is_acos;
    double_double y = arcsine_dd(f64_lesser(size, 1.0), &is_acos);
    y = dd_select(is_acos, y, arctangent_complement(y));
    y = dd_select(mask_sign(x), arctangent_supplement(y), y);
    return f64_select(mask_below(1.0, size), SB_NAN, dd_round_to_odd(y));
}

/* Return asin of |x| <= 1/2 or, by the mask, of s. */
SB_FN double arcsine_near(double size, uint64_t *is_half_acos)
{
    const double *c = arcsine_rest;
    uint64_t large = mask_below(0.5, size);
    double z = 0.5 * (1.0 - size);
    float g = SB_SQRT_F32((float)z), turned = 0.5f / g;
    double root = (double)g, s = f64_mad(z - root * root, (double)turned, root);
    double t = f64_select(large, s, size), w = f64_select(large, z, size * size), p = c[10];
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
    *is_half_acos = large;
    return t * f64_mad(p, w, 1.0);
}

SB_FN double asin_quick(double x)
{
    uint64_t large;
    double y = arcsine_near(f64_abs(x), &large);
    y = f64_select(large, SB_HALF_PI - 2.0 * y, y);
    return f64_select(mask_nan(y), y, f64_with_sign(y, x));
}

/* The result is 2 asin s, pi/2 -+ asin |x| or pi - 2 asin s, for x from 1 down to -1. */
SB_FN double acos_quick(double x)
{
    uint64_t large, negative = mask_sign(x);
    double y = arcsine_near(f64_abs(x), &large);
    double twice = f64_select(negative, SB_PI - 2.0 * y, 2.0 * y);
    return f64_select(large, twice, SB_HALF_PI - f64_with_sign(y, x));
}

#endif
