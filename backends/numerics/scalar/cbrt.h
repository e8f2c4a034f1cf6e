/* cbrt.h - the cube root rounded to odd, and in binary64.
 *
 * Method: |x| = 8^q z with z = 2^r m, r = 0, 1, 2 and 1 <= m < 2. A polynomial in m and one in r
 * give t = z^(-1/3) (1 + d), |d| < 2^-17. With e = 1 - z t^3, cbrt z = z t^2 (1 - e)^(-2/3), and (1
 * - e)^(-2/3) = 1 + 2e/3 + 5e^2/9 + rest, where the rest is below e^3/2.
 *
 * cbrt_quick: relative error 2^-45.8 (e = 3d: e^3/2 < 2^-47.2; four roundings, 2^-51).
 *
 * cbrt_to_odd: let c be that value with 24 bits (relative error 2^-24). c^3 is exact as a
 * double-double, so u = (z - c^3) / c^3 has relative error 2^-51, and it is 0 only where c is the
 * cube root. Then cbrt z = c + c (u/3 - u^2/9 + 5u^3/81), |u| < 2^-22.4; the next term is below
 * 2^-93. Error: relative 2^-74 (the error of u/3). The hardest binary32 case needs 2^-49.1. No
 * result is midway between two numbers of 24 bits: the cube of a number with 25 bits has 73.
 * Coefficients: coefficients/families/cbrt.py and constants.py.
 */
#ifndef SB_SCALAR_CBRT_H
#define SB_SCALAR_CBRT_H

#include "scalar/coefficients/cbrt.h"
#include "scalar/coefficients/constants.h"
#include "scalar/double_double.h"

/* Parts of |x| = z scale^3; root approximates cbrt z. x must be finite and not zero. */
typedef struct cbrt_parts {
    double z, root, scale;
} cbrt_parts;

SB_FN cbrt_parts cbrt_split(double x)
{
    const double *c = cbrt_seed;
    uint64_t u = f64_to_bits(x) & ~SB_SIGN, biased = u >> 52;
    double e = f64_from_bits(biased | UINT64_C(0x4330000000000000)) - (0x1p52 + 1024.0);
    /* 8^q: floor(n/3) is the integer nearest to (n - 1)/3; here e = n - 1. */
    double shifted = f64_mad(e, CBRT_EXPONENT, 0x1.8p52), q = shifted - 0x1.8p52;
    double r = (e + 1.0) - 3.0 * q;
    uint64_t third = f64_to_bits(shifted) << 52;
    double m = f64_from_bits((u & UINT64_C(0x000fffffffffffff)) | UINT64_C(0x3ff0000000000000));
    double t = c[5];
    t = f64_mad(t, m, c[4]);
    t = f64_mad(t, m, c[3]);
    t = f64_mad(t, m, c[2]);
    t = f64_mad(t, m, c[1]);
    t = f64_mad(t, m, c[0]);
    /* 2^(-r/3) */
    t *= f64_mad(r, f64_mad(r, CBRT_SCALE_2, CBRT_SCALE_1), 1.0);
    cbrt_parts y;
    y.z = f64_from_bits(u - (third + (third << 1)));
    y.scale = f64_from_bits(third + UINT64_C(0x3ff0000000000000));
    double near = y.z * t * t, off = 1.0 - near * t;
    y.root = near * f64_mad(off, f64_mad(off, CBRT_E2, CBRT_E), 1.0);
    return y;
}

SB_FN double cbrt_to_odd(double x)
{
    cbrt_parts y = cbrt_split(x);
    double c = (double)(float)y.root;
    double_double cube = dd_two_product(c * c, c);
    double u = ((y.z - cube.hi) - cube.lo) / cube.hi;
    double series = f64_mad(u, f64_mad(u, CBRT_U3, -CBRT_U2), SB_THIRD);
    double_double root = dd_fast_two_sum(c, c * u * series);
    double odd = f64_with_sign(dd_round_to_odd(root) * y.scale, x);
    return f64_select(mask_nonzero(x) & ~mask_not_finite(x), odd, x);
}

SB_FN double cbrt_quick(double x)
{
    cbrt_parts y = cbrt_split(x);
    double near = f64_with_sign(y.root * y.scale, x);
    return f64_select(mask_nonzero(x) & ~mask_not_finite(x), near, x);
}

#endif
