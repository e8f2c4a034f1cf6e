/* pow.h - x to the power y on vectors of binary64: the first stage.
 *
 * Method: e^z, z = y log x by log.h and exp.h, in two numbers. Error, relative: the error of exp.h,
 * and |y| times the error of the pair of log.h. The latter is 1.7 and 0.35 units of 2^-53 |r^3|,
 * and a part of log x. y times its lo is rounded, 0.35 units more. The bound is a factor of
 * FIRST_LOG_ERROR and four times that part of z, which is more.
 *
 * If y is an integer, a negative x gives the value for |x|, with the sign of the power. All numbers
 * from 2^52 on are integers.
 */
#ifndef SB_SIMD_FIRST_POW_H
#define SB_SIMD_FIRST_POW_H

#include "simd/first/exp.h"
#include "simd/first/log.h"

#if SB_HAS_DOUBLES

typedef struct first_pow_tables {
    first_exp_tables exp;
    first_log_tables log;
} first_pow_tables;

LANES_FN first_pow_tables first_pow_load(void)
{
    first_pow_tables t = {first_exp_load(), first_log_load()};
    return t;
}

/* Finish the lanes with x < 0 from the results for |x|: set the sign if y is an integer, and NaN
 * otherwise. */
LANES_FN first_value first_pow_signed(doubles x, doubles y, first_value f)
{
    const doubles infinity = doubles_set(__builtin_inf()), zero = doubles_set(0.0);
    const doubles half = doubles_mul(y, doubles_set(0.5)), whole = doubles_round(y);
    const doubles_mask number =
        doubles_both(doubles_below(doubles_abs(x), infinity), doubles_equal(y, y));
    const doubles_mask negative = doubles_both(doubles_below(x, zero), number);
    const doubles away = doubles_abs(doubles_sub(y, whole));
    const doubles_mask none = doubles_both(negative, doubles_below(zero, away));
    const doubles odd = doubles_abs(doubles_sub(half, doubles_round(half)));
    const doubles opposite = doubles_sub(doubles_set(-0.0), f.v);
    f.v = doubles_select(doubles_both(negative, doubles_below(zero, odd)), opposite, f.v);
    f.v = doubles_select(none, doubles_set(SB_NAN), f.v);
    f.sure = doubles_either(f.sure, none);
    return f;
}

/* Compute (size 2^-power)^y = e^z in the lanes of `defined`, in which size is a normal positive
 * number. Write z, and write the lanes in which the result is valid to *taken. */
LANES_FN first_value first_pow_of(doubles size, double power, doubles y, doubles_mask defined,
                                  const first_pow_tables *t, doubles *z, doubles_mask *taken)
{
    doubles log_lo, cube, log_hi = first_log_pair(size, power, &t->log, &log_lo, &cube);
    const doubles product = doubles_mul(y, log_hi);
    const doubles rest = doubles_fma(y, log_lo, doubles_fms(y, log_hi, product));
    *z = doubles_add(product, rest);
    const doubles tail = doubles_sub(rest, doubles_sub(*z, product));
    first_exp_scale scale;
    doubles lo, hi = first_exp_pair(*z, tail, &t->exp, &scale, &lo);
    const doubles slope = doubles_set(4 * FIRST_LOG_REST),
                  cubic = doubles_abs(doubles_mul(y, cube));
    doubles error = doubles_fma(doubles_abs(*z), slope, doubles_set(FIRST_EXP_ERROR));
    error = doubles_fma(cubic, doubles_set(FIRST_LOG_ERROR), error);
    *taken = doubles_both(defined, doubles_below(doubles_abs(*z), doubles_set(708.0)));
    first_value f = first_decided(hi, lo, doubles_mul(hi, error), *taken);
    f.v = first_exp_scaled(f.v, scale);
    return f;
}

/* Set the lanes of `defined` whose results are infinite or 0. */
LANES_FN first_value first_pow_far(doubles z, doubles_mask defined, first_value f)
{
    const doubles_mask far = doubles_below(doubles_set(746.0), doubles_abs(z));
    return first_exp_far(z, doubles_both(far, defined), f);
}

/* Compute the lanes in which size is subnormal. */
LANES_FN first_value first_pow_small(doubles size, doubles y, first_value f,
                                     const first_pow_tables *t)
{
    const doubles normal = doubles_mul(size, doubles_set(0x1p54));
    const doubles_mask small =
        doubles_both(doubles_below(size, doubles_set(0x1p-1022)), first_log_within(normal));
    if (!doubles_any(small))
        return f;
    doubles z;
    doubles_mask taken;
    first_value of_small = first_pow_of(normal, 54.0, y, small, t, &z, &taken);
    of_small = first_pow_far(z, small, of_small);
    f.v = doubles_select(small, of_small.v, f.v);
    f.sure = doubles_either(f.sure, of_small.sure);
    return f;
}

LANES_FN first_value first_pow(doubles x, doubles y, const first_pow_tables *t)
{
    const doubles size = doubles_abs(x);
    const doubles_mask defined = first_log_within(size);
    doubles z;
    doubles_mask taken;
    first_value f = first_pow_of(size, 0.0, y, defined, t, &z, &taken);
    if (__builtin_expect(!every_lane(taken), 0))
        f = first_pow_small(size, y, first_pow_far(z, defined, f), t);
    const doubles_mask negative = doubles_below(x, doubles_set(0.0));
    if (__builtin_expect(doubles_any(negative), 0))
        f = first_pow_signed(x, y, f);
    return f;
}
#endif
#endif
