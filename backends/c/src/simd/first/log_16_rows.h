/* log_16_rows.h - the parts of log.h for vectors of eight numbers: a table of 16 rows.
 *
 * Method: x = 2^k m, m in [53/64, 53/32). c is near 1/m, of 8 bits, one of 16 values, and 1 about m
 * = 1. Then m c = 1 + r + rest, r exact and |r| < 0.0333, |rest| < 2^-53, and log x = k log 2 - log
 * c + r - r^2/2 + r^3 q(r) + rest / (1 + r). k log 2 - log c is a multiple of 2^-42, exact, plus a
 * rest. The multiple is 0 or more than twice |r|, and r^2/2 is less than the sum of both. So the
 * rounding errors of the sums are computed exactly. (P. T. P. Tang, "Table-driven implementation of
 * the logarithm function", 1990.)
 *
 * Error, in units of 2^-53 |r^3|: r^3 has two roundings, q two and 2^-53.5 of the fit, of a third:
 * 1.6; lo 0.35, and 0.35 for the test. The rest is small: r^4 rest, below 2^-72, and roundings of
 * numbers below 2^-33. So the bound of 2.5 units plus 2^-65 of the result exceeds the sum of all
 * errors.
 */
#ifndef SB_SIMD_FIRST_LOG_16_ROWS_H
#define SB_SIMD_FIRST_LOG_16_ROWS_H

#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/first_log.h"
#include "simd/first/decided.h"

#if SB_HAS_DOUBLES && DOUBLES_COUNT == 8

#define FIRST_LOG_ERROR 0x1.4p-52 /* relative to |r^3| */
#define FIRST_LOG_REST 0x1p-65    /* relative to the result */

typedef doubles_columns first_log_tables;

LANES_FN first_log_tables first_log_load(void) { return doubles_columns_load(first_log_row); }

/* Return the lanes with normal positive numbers. */
LANES_FN doubles_mask first_log_within(doubles x)
{
    const doubles_mask high = doubles_below(x, doubles_set(0x1.fffffffffffffp+1023));
    return doubles_both(high, doubles_below(doubles_set(0x1p-1022), x));
}

/* Compute log(x 2^-power) = hi + lo for a normal positive number x. Return hi, and write lo and
 * r^3. */
LANES_FN doubles first_log_pair(doubles x, double power, const first_log_tables *t, doubles *lo,
                                doubles *cubed)
{
    const doubles_int start = doubles_int_set(INT64_C(0x3fea800000000000)); /* 53/64 */
    const doubles_int bits = doubles_bits(x), above = doubles_int_sub(bits, start);
    const doubles_place at = doubles_place_of(doubles_int_shift_right(above, 48));
    const doubles_int binade = doubles_int_and(above, doubles_int_set(INT64_MIN >> 11));
    const doubles m = doubles_of_bits(doubles_int_sub(bits, binade));
    /* The exponent plus 1023, below a 1 of 2^52. */
    const doubles_int one = doubles_int_set(INT64_C(0x3ff0000000000000));
    const doubles_int n = doubles_int_shift_right(doubles_int_add(binade, one), 52);
    const doubles k = doubles_sub(
        doubles_of_bits(doubles_int_or(n, doubles_int_set(INT64_C(0x4330000000000000)))),
        doubles_set(0x1p52 + 1023.0 + power));
    doubles row[4];
    doubles_columns_lookup(t, at, row);
    const doubles c = row[0], product = doubles_mul(m, c);
    const doubles r = doubles_sub(product, doubles_set(1.0)), rest = doubles_fms(m, c, product);
    const doubles whole = doubles_fma(k, doubles_set(SB_LOG2_HIGH), row[1]);
    const doubles part = doubles_fma(k, doubles_set(SB_LOG2_LOW), row[2]);
    const doubles square = doubles_mul(r, r), low = doubles_fms(r, r, square);
    const doubles cube = doubles_mul(square, r);
    const doubles sum = doubles_add(whole, r), first = doubles_sub(r, doubles_sub(sum, whole));
    const doubles half = doubles_set(0.5);
    const doubles hi = doubles_fnma(half, square, sum);
    const doubles second = doubles_fnma(half, square, doubles_sub(sum, hi));
    /* Rest / (1 + r) as rest (1 - r) (1 + r^2). */
    const doubles damped = doubles_fnma(rest, r, rest);
    const doubles tail = doubles_fnma(half, low, doubles_fma(damped, square, damped));
    const doubles small = doubles_add(tail, doubles_add(part, doubles_add(first, second)));
    *lo = doubles_fma(cube, doubles_horner_twice(first_log_cubic, 10, r, square), small);
    *cubed = cube;
    return hi;
}

/* Compute the same logarithm, and write a bound of the error of the sum to *reach. */
LANES_FN doubles first_log_sum(doubles x, double power, const first_log_tables *t, doubles *lo,
                               doubles *reach)
{
    doubles cube, hi = first_log_pair(x, power, t, lo, &cube);
    const doubles size = doubles_mul(doubles_abs(hi), doubles_set(FIRST_LOG_REST));
    *reach = doubles_fma(doubles_abs(cube), doubles_set(FIRST_LOG_ERROR), size);
    return hi;
}
#endif
#endif
