/* exp_128_rows.h - the parts of exp.h for vectors of four numbers: a table of 128 rows.
 *
 * Method: as in exp_16_rows.h, with k a multiple of 1/128 and |r| < 0.00271. log 2 is split into 35
 * bits and a rest. 128 k, of 18 bits, times the first part is exact. So is x minus that product, a
 * multiple of 2^-61 below 2^-8; |small| < 2^-25.
 *
 * Error, relative, in units of 2^-70: r is rounded, by 2^-62, times r: 0.7; r^2 has one rounding
 * and q two, of r^2 q < 2^-18: 1.5; their product and the sum with small: 0.3; lo: 0.5; the
 * rounding error of T, times r^2/2: 0.4; the polynomial: 0.1. With 0.5 for the test that is less
 * than 4, and FIRST_EXP_ERROR is 5.
 */
#ifndef SB_SIMD_FIRST_EXP_128_ROWS_H
#define SB_SIMD_FIRST_EXP_128_ROWS_H

#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/first_exp_128.h"
#include "simd/first/rows_of_two.h"

#if SB_HAS_DOUBLES && DOUBLES_COUNT == 4

#define FIRST_EXP_ERROR 0x1.4p-68

typedef rows_of_two first_exp_tables;

LANES_FN first_exp_tables first_exp_load(void) { return first_power_128; }

/* The number that is added to the bits of a number to multiply it by a power of two. */
typedef doubles_int first_exp_scale;

LANES_FN doubles first_exp_scaled(doubles x, first_exp_scale scale)
{
    return doubles_of_bits(doubles_int_add(doubles_bits(x), scale));
}

/* Compute e^(x + tail) as hi + lo times a power of two. */
LANES_FN doubles first_exp_pair(doubles x, doubles tail, const first_exp_tables *t,
                                first_exp_scale *scale, doubles *lo)
{
    const doubles magic = doubles_set(0x1.8p45); /* the sum has the precision of 1/128 */
    const doubles shifted = doubles_fma(x, doubles_set(SB_LOG2_INVERSE), magic);
    const doubles_int bits = doubles_bits(shifted);
    const doubles_int row =
        doubles_int_and(doubles_int_shift_left(bits, 4), doubles_int_set(127 << 4));
    doubles power, missed;
    rows_of_two_lookup(*t, row, &power, &missed);
    *scale = doubles_int_shift_left(doubles_int_shift_right(bits, 7), 52);
    const doubles k = doubles_sub(shifted, magic);
    const doubles small = doubles_fnma(k, doubles_set(FIRST_EXP_LOG2_LOW), tail);
    const doubles head = doubles_fnma(k, doubles_set(FIRST_EXP_LOG2_HIGH), x);
    const doubles r = doubles_add(head, small), square = doubles_mul(r, r);
    const doubles q = doubles_horner_twice(first_exp_128_rest, 5, r, square);
    const doubles p = doubles_fma(square, q, small), hi = doubles_fma(power, head, power);
    const doubles low = doubles_fma(power, head, doubles_sub(power, hi));
    *lo = doubles_fma(power, p, doubles_add(low, doubles_fma(missed, head, missed)));
    return hi;
}
#endif
#endif
