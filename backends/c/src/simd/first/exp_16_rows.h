/* exp_16_rows.h - e^x by a table of 16 rows: the parts of exp.h for vectors of eight numbers, and
 * the argument reduction of tanh.h.
 *
 * Method: x = k log 2 + r, k a multiple of 1/16, |r| < 0.02167; e^x = 2^k' T (1 + r + r^2 q(r)),
 * where 2^k = 2^k' T, T one of 16 powers, in two numbers. log(2)/16 is split into 38 bits and a
 * rest. 16 k, of 15 bits, times the first part is exact. So is x minus that product, a multiple of
 * 2^-58 below 2^-5. The rest gives r = head + small, |small| < 2^-28. T (1 + head) is kept in two
 * numbers. (P. T. P. Tang, "Table-driven implementation of the exponential function", 1989.)
 *
 * Error, relative, in units of 2^-66: r is rounded, by 2^-59, times r: 2.8; r^2 has one rounding
 * and q two, of r^2 q < 2^-12.05: 5.9; their product and the sum with small: 1; lo: 2; the rounding
 * error of T, times r^2/2: 0.1; the polynomial: 0.1. With 2 for the test that is less than 14, and
 * EXP_16_ERROR is 16.
 */
#ifndef SB_SIMD_FIRST_EXP_16_ROWS_H
#define SB_SIMD_FIRST_EXP_16_ROWS_H

#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/first_exp.h"
#include "simd/doubles.h"

#if SB_HAS_DOUBLES

#define EXP_16_ERROR 0x1p-62

typedef doubles_columns exp_16_tables;

LANES_FN exp_16_tables exp_16_load(void) { return doubles_columns_load(first_power); }

/* Reduce x + tail = k log 2 + head + small. Return head, and write the row of T. */
LANES_FN doubles exp_16_reduced(doubles x, doubles tail, const exp_16_tables *t, doubles *k,
                                doubles *small, doubles row[4])
{
    const doubles magic = doubles_set(0x1.8p48); /* the sum has the precision of 1/16 */
    const doubles shifted = doubles_fma(x, doubles_set(SB_LOG2_INVERSE), magic);
    *k = doubles_sub(shifted, magic);
    doubles_columns_lookup(t, doubles_place_of(doubles_bits(shifted)), row);
    *small = doubles_fnma(*k, doubles_set(16 * SB_LOG2_SIXTEENTH_LOW), tail);
    return doubles_fnma(*k, doubles_set(16 * SB_LOG2_SIXTEENTH_HIGH), x);
}

/* Compute e^(x + tail) = 2^k (hi + lo). */
LANES_FN doubles exp_16_pair(doubles x, doubles tail, const exp_16_tables *t, doubles *k,
                             doubles *lo)
{
    doubles row[4], small, head = exp_16_reduced(x, tail, t, k, &small, row);
    const doubles power = row[0], rest = row[1];
    const doubles r = doubles_add(head, small), square = doubles_mul(r, r);
    const doubles p =
        doubles_fma(square, doubles_horner_twice(first_exp_rest, 7, r, square), small);
    const doubles hi = doubles_fma(power, head, power);
    const doubles low = doubles_fma(power, head, doubles_sub(power, hi));
    *lo = doubles_fma(power, p, doubles_add(low, doubles_fma(rest, head, rest)));
    return hi;
}

#endif
#endif
