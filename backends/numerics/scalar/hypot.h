/* hypot.h - sqrt(x^2 + y^2) rounded to odd, and in binary64.
 *
 * odd: squares of binary32 numbers have 48 bits and are in [2^-298, 2^256], so each is exact, and
 * so is their sum as a double-double h + l. s = sqrt(h) in binary64, and y = s + ((h - s^2) + l) /
 * 2s: relative error 2^-104. dd_sqrt adds in that order. Proof that the low part, its sign or its
 * being 0, is right wherever that matters:
 *   - If the root r has at most 53 bits, s = r: h = r^2 (1 + e), |e| < 2^-53, so sqrt(h) is within
 *     2^-54 r < ulp(r)/2 of r. Then s^2 = h + l as double-doubles, and the low part is exactly 0.
 *   - Otherwise s is not r. If s has at most 25 bits (a number of the format, or a midpoint), s^2
 *     is one binary64 number, h - s^2 is exact, and one rounding of (h - s^2) + l keeps its sign.
 *     If s has more bits, these bits decide the final rounding, for any low part.
 * quick: h = x^2 + y^2 rounded; g = sqrt(h) in binary32, relative error below 2^-23.4, and one step
 * of Newton with the quotient 1/(2g) of binary32: relative error 2^-46.4 (2^-47.8 from the step
 * itself, 2^-47.4 from its slope). Undecided where h is outside the range of binary32's normal
 * numbers, or a NaN. S4: hypot(+-inf, y) = hypot(x, +-inf) = +inf, even for a NaN (IEEE 754-2019,
 * 9.2.1).
 */
#ifndef SB_SCALAR_HYPOT_H
#define SB_SCALAR_HYPOT_H

#include "scalar/double_double.h"

SB_FN double hypot_to_odd(double x, double y)
{
    uint64_t infinite = (mask_not_finite(x) & ~mask_nan(x)) | (mask_not_finite(y) & ~mask_nan(y));
    double_double r = dd_sqrt(dd_two_sum(x * x, y * y));
    double odd = f64_select(mask_nan(x) | mask_nan(y), SB_NAN, dd_round_to_odd(r));
    return f64_select(infinite, SB_INFINITY, odd);
}

SB_FN double hypot_quick(double x, double y)
{
    double h = f64_mad(x, x, y * y);
    /* If g overflows to infinity, the result is NaN. */
    float g = SB_SQRT_F32((float)h), slope = 0.5f / g;
    double root = (double)g, r = f64_mad(h - root * root, (double)slope, root);
    return f64_select(mask_below(h, 0x1p-120), SB_NAN, r);
}

#endif
