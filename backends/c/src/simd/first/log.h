/* log.h - log x on vectors of binary64: the first stage, by a table of as many rows as suits the
 * vectors. */
#ifndef SB_SIMD_FIRST_LOG_H
#define SB_SIMD_FIRST_LOG_H

#include "simd/first/every_lane.h"
#include "simd/first/log_16_rows.h"
#include "simd/first/log_256_rows.h"

#if SB_HAS_DOUBLES

/* Lanes of subnormal numbers and zeros; negative ones are left open. */
LANES_FN first_value first_log_small(doubles x, first_value f, const first_log_tables *t)
{
    const doubles zero = doubles_set(0.0), pole = doubles_set(-__builtin_inf());
    const doubles normal = doubles_mul(x, doubles_set(0x1p54));
    const doubles_mask small =
        doubles_both(doubles_below(x, doubles_set(0x1p-1022)), first_log_within(normal));
    const first_value of_small = first_log_of(normal, 54.0, small, t);
    const doubles_mask is_zero = doubles_equal(x, zero);
    f.v = doubles_select(is_zero, pole, doubles_select(small, of_small.v, f.v));
    f.sure = doubles_either(f.sure, of_small.sure);
    f.sure = doubles_either(f.sure, is_zero);
    return f;
}

LANES_FN first_value first_log(doubles x, const first_log_tables *t)
{
    const doubles_mask within = first_log_within(x);
    first_value f = first_log_of(x, 0.0, within, t);
    if (__builtin_expect(!every_lane(within), 0))
        f = first_log_small(x, f, t);
    return f;
}
#endif
#endif
