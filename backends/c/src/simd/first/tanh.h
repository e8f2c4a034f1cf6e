/* tanh.h - tanh x on vectors of binary64: the first stage.
 *
 * Method: E / (E + 2) with E = e^2|x| - 1, and 2|x| = k log 2 + r as in exp_16_rows.h. E = (P - 1)
 * + P r + P r^2/2 + P r^3 q(r), P = 2^k, and the rounding error of P, times e^r. P - 1 is exact,
 * and is 0 or almost twice |P r|, so the rounding errors of the sums are computed exactly. From 20
 * on the result is 1 minus 2^-57.
 *
 * Error, relative, in units of 2^-66: P r^3 has 3 roundings and q two, of r^2/6 < 2^-13.6 of E:
 * 3.6; the sum of the small terms 0.7; the error of e^r where it is a factor 0.3; the quotient
 * almost none: its remainder is exact. The bound is 8 units, 2^-63.
 */
#ifndef SB_SIMD_FIRST_TANH_H
#define SB_SIMD_FIRST_TANH_H

#include "simd/first/decided.h"
#include "simd/first/exp_16_rows.h"

#if SB_HAS_DOUBLES

#define FIRST_TANH_ERROR 0x1p-63

typedef exp_16_tables first_tanh_tables;
#define first_tanh_load exp_16_load

/* Compute E / (E + 2) with E = e^(2 |x|) - 1. */
LANES_FN first_value first_tanh(doubles x, const first_tanh_tables *t)
{
    const doubles size = doubles_min(doubles_abs(x), doubles_set(20.0));
    doubles row[4], k, small;
    const doubles head =
        exp_16_reduced(doubles_add(size, size), doubles_set(0.0), t, &k, &small, row);
    const doubles power = doubles_scale(row[0], k), ratio = row[2];
    const doubles base = doubles_sub(power, doubles_set(1.0));
    const doubles r = doubles_add(head, small);
    const doubles missed = doubles_add(doubles_sub(head, r), small);
    const doubles square = doubles_mul(r, r), square_low = doubles_fms(r, r, square);
    const doubles linear = doubles_fma(power, r, base);
    const doubles linear_low = doubles_fma(power, r, doubles_sub(base, linear));
    const doubles half = doubles_mul(power, doubles_set(0.5)), bend = doubles_mul(half, square);
    const doubles bend_low = doubles_fma(half, square_low, doubles_fms(half, square, bend));
    const doubles sum = doubles_add(linear, bend);
    const doubles sum_low = doubles_sub(bend, doubles_sub(sum, linear));
    const doubles cube = doubles_mul(doubles_mul(square, r), power);
    const doubles slope = doubles_add(sum, doubles_set(1.0));
    doubles low = doubles_fma(slope, doubles_add(missed, ratio), doubles_add(bend_low, linear_low));
    low = doubles_fma(cube, doubles_horner_twice(first_expm1_rest, 6, r, square),
                      doubles_add(sum_low, low));
    const doubles e = doubles_add(sum, low), e_low = doubles_sub(low, doubles_sub(e, sum));
    /* the quotient */
    const doubles d = doubles_add(e, doubles_set(2.0));
    const doubles more = doubles_max(e, doubles_set(2.0)), less = doubles_min(e, doubles_set(2.0));
    const doubles d_low = doubles_add(doubles_sub(less, doubles_sub(d, more)), e_low);
    const doubles inverse = doubles_div(doubles_set(1.0), d), hi = doubles_mul(e, inverse);
    const doubles left = doubles_add(doubles_fnma(hi, d, e), doubles_fnma(hi, d_low, e_low));
    const doubles lo = doubles_mul(left, inverse);
    const doubles reach = doubles_mul(hi, doubles_set(FIRST_TANH_ERROR));
    const doubles_mask within = doubles_below(doubles_set(0x1p-900), doubles_abs(x));
    first_value f = first_decided(hi, lo, reach, within);
    const doubles_int sign = doubles_int_and(doubles_bits(x), doubles_int_set(INT64_MIN));
    f.v = doubles_of_bits(doubles_int_or(doubles_bits(f.v), sign));
    return f;
}
#endif
#endif
