/* exp.h - e^x, 2^x and 10^x on vectors of binary64: the first stage. The number of rows in the
 * table depends on the width of the vectors.
 *
 * e^746 is beyond the largest number, and e^-746 is below half of the smallest.
 */
#ifndef SB_SIMD_FIRST_EXP_H
#define SB_SIMD_FIRST_EXP_H

#include "simd/first/decided.h"
#include "simd/first/every_lane.h"
#include "simd/first/exp_128_rows.h"
#include "simd/first/exp_16_rows.h"

#if SB_HAS_DOUBLES

#if DOUBLES_COUNT != 4
#define FIRST_EXP_ERROR EXP_16_ERROR

typedef exp_16_tables first_exp_tables;
typedef doubles first_exp_scale;
#define first_exp_load exp_16_load
#define first_exp_scaled doubles_scale
#define first_exp_pair exp_16_pair
#endif

/* Set the lanes with |z| > 746, in which e^z is infinite or 0. */
LANES_FN first_value first_exp_far(doubles z, doubles_mask far, first_value f)
{
    const doubles zero = doubles_set(0.0), infinity = doubles_set(__builtin_inf());
    f.v = doubles_select(far, doubles_select(doubles_below(z, zero), zero, infinity), f.v);
    f.sure = doubles_either(f.sure, far);
    return f;
}

/* Compute e^(x + tail). */
LANES_FN first_value first_exp_of(doubles x, doubles tail, const first_exp_tables *t)
{
    first_exp_scale scale;
    doubles lo, hi = first_exp_pair(x, tail, t, &scale, &lo);
    const doubles_mask within = doubles_below(doubles_abs(x), doubles_set(708.0));
    first_value f = first_decided(hi, lo, doubles_mul(hi, doubles_set(FIRST_EXP_ERROR)), within);
    f.v = first_exp_scaled(f.v, scale);
    if (__builtin_expect(!every_lane(within), 0))
        f = first_exp_far(x, doubles_below(doubles_set(746.0), doubles_abs(x)), f);
    return f;
}

LANES_FN first_value first_exp(doubles x, const first_exp_tables *t)
{
    return first_exp_of(x, doubles_set(0.0), t);
}

/* Compute e^(x base), with `base` in two numbers. The rounding error of the product is passed on as
 * a tail, with an error below 2^-95. */
LANES_FN first_value first_exp_of_product(doubles x, double base, double base_tail,
                                          const first_exp_tables *t)
{
    const doubles product = doubles_mul(x, doubles_set(base));
    const doubles rounded = doubles_fms(x, doubles_set(base), product);
    return first_exp_of(product, doubles_fma(x, doubles_set(base_tail), rounded), t);
}

#define first_exp2_tables first_exp_tables
#define first_exp2_load first_exp_load

LANES_FN first_value first_exp2(doubles x, const first_exp2_tables *t)
{
    return first_exp_of_product(x, SB_LOG2, SB_LOG2_TAIL, t);
}

#define first_exp10_tables first_exp_tables
#define first_exp10_load first_exp_load

LANES_FN first_value first_exp10(doubles x, const first_exp10_tables *t)
{
    return first_exp_of_product(x, SB_LOG10, SB_LOG10_TAIL, t);
}
#endif
#endif
