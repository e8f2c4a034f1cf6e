/* log.h - log x, log2 x and log10 x on vectors of binary64: the first stage. The number of rows in
 * the table depends on the width of the vectors.
 *
 * log2 x and log10 x are log x times a reciprocal in two numbers. lo, with the rounding error of
 * the product of hi, is rounded twice more. This adds 1.1 units of log_256_rows.h, or 0.8 units of
 * log_16_rows.h, which is less than FIRST_LOG_UNIT_ERROR adds to reach.
 */
#ifndef SB_SIMD_FIRST_LOG_H
#define SB_SIMD_FIRST_LOG_H

#include "simd/first/every_lane.h"
#include "simd/first/log_16_rows.h"
#include "simd/first/log_256_rows.h"

#if SB_HAS_DOUBLES

#define FIRST_LOG_UNIT_ERROR 1.5

/* The factor of log x in two numbers: 1, 1 / log 2 or 1 / log 10. */
typedef struct first_log_unit {
    double inverse, inverse_tail;
} first_log_unit;

LANES_FN first_value first_log_of(doubles x, double power, first_log_unit unit, doubles_mask within,
                                  const first_log_tables *t)
{
    doubles lo, reach, hi = first_log_sum(x, power, t, &lo, &reach);
    if (unit.inverse != 1.0) {
        const doubles inverse = doubles_set(unit.inverse), natural = hi;
        hi = doubles_mul(natural, inverse);
        lo = doubles_fma(lo, inverse, doubles_fms(natural, inverse, hi));
        lo = doubles_fma(natural, doubles_set(unit.inverse_tail), lo);
        reach = doubles_mul(reach, doubles_set(FIRST_LOG_UNIT_ERROR * unit.inverse));
    }
    return first_decided(hi, lo, reach, within);
}

/* Compute the lanes with subnormal numbers and zeros. Negative numbers are left open. */
LANES_FN first_value first_log_small(doubles x, first_log_unit unit, first_value f,
                                     const first_log_tables *t)
{
    const doubles_mask is_zero = doubles_equal(x, doubles_set(0.0));
    const doubles normal = doubles_mul(x, doubles_set(0x1p54));
    const doubles_mask small =
        doubles_both(doubles_below(x, doubles_set(0x1p-1022)), first_log_within(normal));
    f.v = doubles_select(is_zero, doubles_set(-__builtin_inf()), f.v);
    f.sure = doubles_either(f.sure, is_zero);
    if (!doubles_any(small))
        return f;
    const first_value of_small = first_log_of(normal, 54.0, unit, small, t);
    f.v = doubles_select(small, of_small.v, f.v);
    f.sure = doubles_either(f.sure, of_small.sure);
    return f;
}

LANES_FN first_value first_log_in(doubles x, first_log_unit unit, const first_log_tables *t)
{
    const doubles_mask within = first_log_within(x);
    first_value f = first_log_of(x, 0.0, unit, within, t);
    if (__builtin_expect(!every_lane(within), 0))
        f = first_log_small(x, unit, f, t);
    return f;
}

LANES_FN first_value first_log(doubles x, const first_log_tables *t)
{
    const first_log_unit unit = {1.0, 0.0};
    return first_log_in(x, unit, t);
}

#define first_log2_tables first_log_tables
#define first_log2_load first_log_load

LANES_FN first_value first_log2(doubles x, const first_log2_tables *t)
{
    const first_log_unit unit = {SB_LOG2_INVERSE, SB_LOG2_INVERSE_TAIL};
    return first_log_in(x, unit, t);
}

#define first_log10_tables first_log_tables
#define first_log10_load first_log_load

LANES_FN first_value first_log10(doubles x, const first_log10_tables *t)
{
    const first_log_unit unit = {SB_LOG10_INVERSE, SB_LOG10_INVERSE_TAIL};
    return first_log_in(x, unit, t);
}
#endif
#endif
