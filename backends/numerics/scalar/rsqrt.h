/* ~ is carried exactly; it is 0 just where y is exact (x an even power of two). ~> is carried
 * exactly. The residual is 0 only where y is exact (x an even power of two). ~ Zeros, infinity and
 * negative numbers give a NaN there. ~> Zeros, infinity and negative numbers give NaN in the quick
 * stage.
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
    /* 1 / sqrt(x) already has the right result for zeros, negative numbers and infinity. */
    return f64_select(mask_not_finite(y) | mask_not_finite(x), y, odd);
}

/* Operands are binary32 numbers. */
SB_FN double rsqrt_quick(double x)
{
    double y = (double)(1.0f / SB_SQRT_F32((float)x));
    return f64_mad(0.5 * y, 1.0 - x * (y * y), y);
}

#endif
