/* exp.h - e^x on vectors of binary64: the first stage, by a table of as many rows as suits the
 * vectors.
 *
 * e^746 is beyond the largest number, e^-746 below half of the least.
 */
#ifndef SB_SIMD_FIRST_EXP_H
#define SB_SIMD_FIRST_EXP_H

#include "simd/first/decided.h"
#include "simd/first/every_lane.h"
#include "simd/first/exp_128_rows.h"
#include "simd/first/exp_16_rows.h"

#if SB_HAS_DOUBLES

#if DOUBLES_COUNT != 4
#define FIRST_EXP_ERROR 0x1p-62

typedef exp_16_tables first_exp_tables;
typedef doubles first_exp_scale;
#define first_exp_load exp_16_load
#define first_exp_scaled doubles_scale
#define first_exp_pair exp_16_pair
#endif

/* Where |z| > 746 e^z is infinite or 0. */
LANES_FN first_value first_exp_far(doubles z, doubles_mask far, first_value f)
{
    const doubles zero = doubles_set(0.0), infinity = doubles_set(__builtin_inf());
    f.v = doubles_select(far, doubles_select(doubles_below(z, zero), zero, infinity), f.v);
    f.sure = doubles_either(f.sure, far);
    return f;
}

LANES_FN first_value first_exp(doubles x, const first_exp_tables *t)
{
    first_exp_scale scale;
    doubles lo, hi = first_exp_pair(x, doubles_set(0.0), t, &scale, &lo);
    const doubles_mask within = doubles_below(doubles_abs(x), doubles_set(708.0));
    first_value f = first_decided(hi, lo, doubles_mul(hi, doubles_set(FIRST_EXP_ERROR)), within);
    f.v = first_exp_scaled(f.v, scale);
    if (__builtin_expect(!every_lane(within), 0))
        f = first_exp_far(x, doubles_below(doubles_set(746.0), doubles_abs(x)), f);
    return f;
}
#endif
#endif
