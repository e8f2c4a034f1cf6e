/* log_256_rows.h - the parts of log.h for vectors of four numbers: a table of 256 rows.
 *
 * Method: x = 2^k m, m in [53/64, 53/32), in intervals of 2^-9 below 1 and of 2^-8 above. c is near
 * 1/m, a multiple of 2^-7 and of 2^-8 there, and 1 next to 1. r = m c - 1 is a multiple of 2^-60
 * and |r| < 0.00457, so r is exact. k log 2 - log c is a multiple of 2^-42, exact, plus a rest. The
 * multiple is 0 or more than |r|, so the rounding error of their sum is computed exactly. The low
 * 45 bits of the number that holds c are the rest of -log c, times 2^34. (P. T. P. Tang,
 * "Table-driven implementation of the logarithm function", 1990.)
 *
 * Error of the rest: at most 2^-86 of the row and of k log 2, where their sum is 0 or more than
 * 2^-8: less than FIRST_LOG_REST of it, and than 4 of it of log x.
 *
 * Error of the pair, in units of 2^-53 |r^3|: r^3 has two roundings, q two and 2^-52.5 of the fit,
 * of a third: 1.7; lo 0.35. With 0.35 for the test, or for a product in pow.h, the sum is below the
 * bound of 3.2.
 *
 * Error of the value, in units of 2^-53 r^2, of log(1 + r) = r + r^2 p(r), |p| near 1/2: r^2 is
 * rounded: 0.5; p, whose even part and whole are each rounded by 2^-54: 1; 2^-52.5 of the fit: 0.7;
 * lo 0.5. With 0.5 for the test, the sum is below the bound of 3.5.
 */
#ifndef SB_SIMD_FIRST_LOG_256_ROWS_H
#define SB_SIMD_FIRST_LOG_256_ROWS_H

#include "scalar/coefficients/constants.h"
#include "scalar/coefficients/first_log_256.h"
#include "simd/first/decided.h"
#include "simd/first/rows_of_two.h"

#if SB_HAS_DOUBLES && DOUBLES_COUNT == 4

#define FIRST_LOG_ERROR 0x1.ap-52       /* relative to |r^3| */
#define FIRST_LOG_REST 0x1p-77          /* relative to the sum */
#define FIRST_LOG_VALUE_ERROR 0x1.cp-52 /* relative to r^2; no cubic term */

typedef rows_of_two first_log_tables;

LANES_FN first_log_tables first_log_load(void) { return first_log_256; }

/* Return the lanes with normal positive numbers. The subtraction maps them to the smallest signed
 * integers. */
LANES_FN doubles_mask first_log_within(doubles x)
{
    const int64_t least = INT64_C(0x0010000000000000), infinity = INT64_C(0x7ff0000000000000);
    const doubles_int above = doubles_int_sub(doubles_bits(x), doubles_int_set(least + INT64_MIN));
    const doubles_int end = doubles_int_set(infinity - least + INT64_MIN);
    return doubles_of_bits(_mm256_cmpgt_epi64(end, above));
}

/* log(x 2^-power) = whole + log(1 + r) + 2^-34 rest. */
typedef struct first_log_parts {
    doubles r, whole, rest;
} first_log_parts;

LANES_FN first_log_parts first_log_reduced(doubles x, double power, const first_log_tables *t)
{
    const int64_t one = INT64_C(0x3ff0000000000000),
                  start = INT64_C(0x3fea800000000000); /* 53/64 */
    const doubles_int above = doubles_int_sub(doubles_bits(x), doubles_int_set(start - one));
    const doubles_int fraction = doubles_int_and(above, doubles_int_set((INT64_C(1) << 52) - 1));
    const doubles m = doubles_of_bits(doubles_int_add(fraction, doubles_int_set(start)));
    /* The exponent plus 1023, below a 1 of 2^52. */
    const doubles_int n = doubles_int_shift_right(above, 52);
    const doubles k = doubles_sub(
        doubles_of_bits(doubles_int_or(n, doubles_int_set(INT64_C(0x4330000000000000)))),
        doubles_set(0x1p52 + 1023.0 + power));
    const doubles_int row =
        doubles_int_and(doubles_int_shift_right(above, 40), doubles_int_set(255 << 4));
    doubles packed, head;
    rows_of_two_lookup(*t, row, &packed, &head);
    const doubles_int top = doubles_int_set(-(INT64_C(1) << 45));
    const doubles c = doubles_of_bits(doubles_int_and(doubles_bits(packed), top));
    const first_log_parts parts = {
        .r = doubles_fms(m, c, doubles_set(1.0)),
        .whole = doubles_fma(k, doubles_set(SB_LOG2_HIGH), head),
        .rest = doubles_fma(k, doubles_set(0x1p34 * SB_LOG2_LOW), doubles_sub(packed, c)),
    };
    return parts;
}

/* Compute log(x 2^-power) = hi + lo for a normal positive number x. Return hi, and write lo and
 * r^3. */
LANES_FN doubles first_log_pair(doubles x, double power, const first_log_tables *t, doubles *lo,
                                doubles *cubed)
{
    const first_log_parts parts = first_log_reduced(x, power, t);
    const doubles r = parts.r, square = doubles_mul(r, r), low = doubles_fms(r, r, square);
    const doubles sum = doubles_add(parts.whole, r);
    const doubles first = doubles_sub(r, doubles_sub(sum, parts.whole));
    const doubles half = doubles_set(0.5);
    const doubles hi = doubles_fnma(half, square, sum);
    const doubles second = doubles_fnma(half, square, doubles_sub(sum, hi));
    const doubles tail = doubles_fnma(half, low, doubles_add(first, second));
    const doubles small = doubles_fma(parts.rest, doubles_set(0x1p-34), tail);
    *cubed = doubles_mul(square, r);
    *lo = doubles_fma(*cubed, doubles_horner_twice(first_log_256_cubic, 6, r, square), small);
    return hi;
}

/* Compute log(x 2^-power) = hi + lo. Return hi, and write lo and a bound of the error of the
 * sum. */
LANES_FN doubles first_log_sum(doubles x, double power, const first_log_tables *t, doubles *lo,
                               doubles *reach)
{
    const first_log_parts parts = first_log_reduced(x, power, t);
    const doubles r = parts.r, square = doubles_mul(r, r), hi = doubles_add(parts.whole, r);
    const doubles first = doubles_sub(r, doubles_sub(hi, parts.whole));
    const doubles small = doubles_fma(parts.rest, doubles_set(0x1p-34), first);
    *lo = doubles_fma(square, doubles_horner_twice(first_log_256_quadratic, 6, r, square), small);
    const doubles size = doubles_mul(doubles_abs(parts.whole), doubles_set(FIRST_LOG_REST));
    *reach = doubles_fma(square, doubles_set(FIRST_LOG_VALUE_ERROR), size);
    return hi;
}
#endif
#endif
