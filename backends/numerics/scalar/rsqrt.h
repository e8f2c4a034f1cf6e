/* rsqrt.h - 1 / sqrt(x) rounded to odd, and in binary64.
 *
 * Method: y = 1 / sqrt(x) in binary64, then one step of Newton whose residual 1 - x y^2 is carried
 * exactly. The residual is 0 only where y is exact (x an even power of two).
 * Error: relative 2^-100.
 * quick: binary32's 1 / sqrt(x), relative error e below 2^-23, and one step of Newton: 3e^2/2 and
 * three roundings, 2^-45.3. Zeros, infinity and negative numbers give NaN in the quick stage. S4:
 * rsqrt(+-0) = +-infinity (IEEE 754-2019, 9.2.1).
 */
#ifndef SB_SCALAR_RSQRT_H
#define SB_SCALAR_RSQRT_H

#include "scalar/double_double.h"

SB_FN double rsqrt_to_odd(double x)
{
    double y = 1.0 / SB_SQRT(x);
    double_double square = dd_two_product(y, y), product = dd_two_product(x, square.hi);
    double residual = ((1.0 - product.hi) - product.lo) - x * square.lo;
    double odd = dd_round_to_odd(dd_fast_two_sum(y, 0.5 * y * residual));
    /* For zeros, negative numbers and infinity, 1 / sqrt(x) is already the right result. */
    return f64_select(mask_not_finite(y) | mask_not_finite(x), y, odd);
}

/* Operands are binary32 numbers. */
SB_FN double rsqrt_quick(double x)
{
    double y = (double)(1.0f / SB_SQRT_F32((float)x));
    return f64_mad(0.5 * y, 1.0 - x * (y * y), y);
}

#endif
