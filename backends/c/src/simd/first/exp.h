/* exp.h - e^x on vectors of binary64: the first stage.
 *
 * Method: x = k log 2 + r, k a multiple of 1/16, |r| < 0.02167; e^x = 2^k' T (1 + r + r^2 q(r)),
 * where 2^k = 2^k' T, T one of 16 powers, in two numbers. log(2)/16 is cut into 38 bits and a rest:
 * 16 k, of 15 bits, times the first is exact, and so is x less that, a multiple of 2^-58 below
 * 2^-5; the rest makes r = head + small, |small| < 2^-28. T (1 + head) is kept in two numbers.
 * (P. T. P. Tang, "Table-driven implementation of the exponential function", 1989.)
 *
 * e^746 is beyond the largest number, e^-746 below half of the least.
 *
 * Error, relative, in units of 2^-66: r is rounded, by 2^-59, times r: 2.8; r^2 has one rounding
 * and q two, of r^2 q < 2^-12.05: 5.9; their product and the sum with small: 1; lo: 2; the
 * polynomial: 0.1. With 2 for the test that is less than 14, and 2^-62 are 16.
 */
#ifndef SB_SIMD_FIRST_EXP_H
#define SB_SIMD_FIRST_EXP_H

#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/first_exp.h"
#include "simd/first/decided.h"

#if SB_HAS_DOUBLES

#define FIRST_EXP_ERROR 0x1p-62

typedef doubles_columns first_exp_tables;

LANES_FN first_exp_tables first_exp_load(void) { return doubles_columns_load(first_power); }

/* x + tail = k log 2 + head + small; head is returned, and the row of T. */
LANES_FN doubles first_exp_reduced(doubles x, doubles tail, const first_exp_tables *t, doubles *k,
                                   doubles *small, doubles row[4])
{
    const doubles magic = doubles_set(0x1.8p48); /* leaves sixteenths */
    const doubles shifted = doubles_fma(x, doubles_set(SB_LOG2_INVERSE), magic);
    *k = doubles_sub(shifted, magic);
    doubles_columns_lookup(t, doubles_place_of(doubles_bits(shifted)), row);
    *small = doubles_fnma(*k, doubles_set(16 * SB_LOG2_SIXTEENTH_LOW), tail);
    return doubles_fnma(*k, doubles_set(16 * SB_LOG2_SIXTEENTH_HIGH), x);
}

/* e^(x + tail) = 2^k (hi + lo). */
LANES_FN doubles first_exp_pair(doubles x, doubles tail, const first_exp_tables *t, doubles *k,
                                doubles *lo)
{
    doubles row[4], small, head = first_exp_reduced(x, tail, t, k, &small, row);
    const doubles power = row[0], rest = row[1];
    const doubles r = doubles_add(head, small), square = doubles_mul(r, r);
    const doubles p =
        doubles_fma(square, doubles_horner_twice(first_exp_rest, 7, r, square), small);
    const doubles hi = doubles_fma(power, head, power);
    const doubles low = doubles_fma(power, head, doubles_sub(power, hi));
    *lo = doubles_fma(power, p, doubles_add(low, doubles_fma(rest, head, rest)));
    return hi;
}

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
    doubles k, lo, hi = first_exp_pair(x, doubles_set(0.0), t, &k, &lo);
    const doubles_mask within = doubles_below(doubles_abs(x), doubles_set(708.0));
    const doubles_mask far = doubles_below(doubles_set(746.0), doubles_abs(x));
    first_value f = first_decided(hi, lo, doubles_mul(hi, doubles_set(FIRST_EXP_ERROR)), within);
    f.v = doubles_scale(f.v, k);
    if (__builtin_expect(doubles_any(far), 0))
        f = first_exp_far(x, far, f);
    return f;
}
#endif
#endif
