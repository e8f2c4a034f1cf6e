/* rows.h - erf, tanh and gelu by float-float arithmetic (enclosed.h), with tables of 32 rows.
 *
 * Method: z = |x| = j/8 + u exactly, with |u| <= 1/16; c0 + u (c1 + c2 u + u^2 R(u)) with c0, c1
 * and the running value as float-floats, and R of degree 4 in binary32. c1 + c2 u is stored with
 * its rounding error, so that only the cubic term has the roundings of binary32. erf and tanh are 0
 * at 0, where the row is odd. gelu = x Phi(x) with Phi(-z) from its rows, and Phi(z) = 1 - Phi(-z).
 * AVX-512 holds a column of the table in two registers. AVX2 loads rows and transposes them, and
 * uses polynomial.h for erf and gelu.
 *
 * Interval: each row has its own half-width, from 2^-28.3 (the tail at 4) and 2^-30.8 (near 1/8,
 * where the cubic term has the largest error) to 2^-44. It is the largest error over all operands
 * of the row, plus 3 per cent. Above 3.93, erf rounds to 1, so the operand is replaced by 3.93;
 * tanh and gelu are left undecided. Coefficients: coefficients/families/enclosed_rows.py.
 */
#ifndef SB_LANES_ROWS_H
#define SB_LANES_ROWS_H

#include "lanes/enclosed.h"

#if SB_HAS_LANES

#include "scalar/coefficients/enclosed_rows.h"

#define ENCLOSED_ROWS_MAGIC 0x1.8p20f
#define ENCLOSED_ROWS_LAST 0x1.f7fffep1f /* below the tie between rows 31 and 32 */

/* The columns of a row, in the order of use. */
enum {
    ENCLOSED_C7,
    ENCLOSED_C5 = 2,
    ENCLOSED_C2 = 5,
    ENCLOSED_C1_LOW,
    ENCLOSED_C1,
    ENCLOSED_C0,
    ENCLOSED_C0_LOW,
    ENCLOSED_HALF,
    ENCLOSED_COLUMNS,
    ENCLOSED_ROOM = 16 /* entries of a row, padded to a cache line */
};
#if LANES_ENTRY_BITS == 5
typedef lanes_columns enclosed_rows;
#define ENCLOSED_ROWS(name) lanes_columns_load(name##_by_column)

/* Write entry n of row j of each lane to c[n]. */
LANES_FN void enclosed_row(const enclosed_rows *rows, lanes_int j, lanes c[ENCLOSED_ROOM])
{
    LANES_UNROLL
    for (int n = 0; n < ENCLOSED_COLUMNS; n++) c[n] = lanes_columns_lookup(*rows, n, j);
}
#else
typedef struct enclosed_rows {
    const float (*rows)[ENCLOSED_ROOM];
} enclosed_rows;
#define ENCLOSED_ROWS(name) {name##_by_row}

LANES_FN void enclosed_row(const enclosed_rows *rows, lanes_int j, lanes c[ENCLOSED_ROOM])
{
    uint32_t at[LANES_COUNT];
    lanes_int_store(at, lanes_int_shift_left(lanes_int_and(j, lanes_int_set(31)), 4));
    __asm__(""
            /* This forces a read from memory, which costs less than extracting lanes of a vector.
             */
            : "+m"(at));
    LANES_UNROLL
    for (int n = 0; n < ENCLOSED_COLUMNS; n += 4) lanes_transposed(rows->rows[0] + n, at, c + n);
}
#endif

typedef struct enclosed_sum {
    lanes high, low;
} enclosed_sum;

/* Return a + b, with `low` added to the rounding error. Requires |a| >= |b| or a = 0. */
LANES_FN enclosed_sum enclosed_add(lanes a, lanes b, lanes low)
{
    enclosed_sum s;
    s.high = lanes_add(a, b);
    s.low = lanes_add(lanes_add(lanes_sub(a, s.high), b), low);
    return s;
}

/* Return u (a + low). */
LANES_FN enclosed_sum enclosed_times(lanes u, enclosed_sum a)
{
    enclosed_sum p;
    p.high = lanes_mul(u, a.high);
    p.low = lanes_fma(u, a.low, lanes_fms(u, a.high, p.high));
    return p;
}

/* Return the function for 0 <= z <= 3.93, and write a bound of its relative error to `half`. */
LANES_FN enclosed_sum enclosed_expansion(lanes z, const enclosed_rows *rows, lanes *half)
{
    lanes shifted = lanes_add(z, lanes_set(ENCLOSED_ROWS_MAGIC));
    lanes u = lanes_sub(z, lanes_sub(shifted, lanes_set(ENCLOSED_ROWS_MAGIC)));
    lanes c[ENCLOSED_ROOM];
    enclosed_row(rows, lanes_bits(shifted), c);
    lanes r = c[ENCLOSED_C7];
    LANES_UNROLL
    for (int n = ENCLOSED_C7 + 1; n < ENCLOSED_C2; n++) r = lanes_fma(u, r, c[n]);
    lanes slope = lanes_fma(u, c[ENCLOSED_C2], c[ENCLOSED_C1]);
    lanes lost = lanes_add(lanes_sub(c[ENCLOSED_C1], slope), c[ENCLOSED_C1_LOW]);
    lost = lanes_fma(lanes_mul(u, u), r, lanes_fma(u, c[ENCLOSED_C2], lost));
    lanes product = lanes_mul(u, slope);
    lanes low = lanes_fma(u, lost, lanes_fms(u, slope, product));
    *half = c[ENCLOSED_HALF];
    return enclosed_add(c[ENCLOSED_C0], product, lanes_add(low, c[ENCLOSED_C0_LOW]));
}

/* Return the function with a relative error below 2^-21. */
LANES_FN lanes enclosed_expansion_nearly(lanes z, const enclosed_rows *rows)
{
    lanes shifted = lanes_add(z, lanes_set(ENCLOSED_ROWS_MAGIC));
    lanes u = lanes_sub(z, lanes_sub(shifted, lanes_set(ENCLOSED_ROWS_MAGIC)));
    lanes c[ENCLOSED_ROOM];
    enclosed_row(rows, lanes_bits(shifted), c);
    lanes r = c[ENCLOSED_C5];
    LANES_UNROLL
    for (int n = ENCLOSED_C5 + 1; n <= ENCLOSED_C2; n++) r = lanes_fma(u, r, c[n]);
    return lanes_fma(u, lanes_fma(u, r, c[ENCLOSED_C1]), c[ENCLOSED_C0]);
}

/* Return the two ends of the interval around a float-float, of relative half-width `half`. */
LANES_FN enclosed enclosed_rounded(enclosed_sum s, lanes half)
{
    enclosed v;
    v.low = lanes_add(s.high, lanes_fnma(s.high, half, s.low));
    v.high = lanes_add(s.high, lanes_fma(s.high, half, s.low));
    v.y = v.low;
    return v;
}

typedef enclosed_rows enclosed_tanh_tables;

LANES_FN enclosed_rows enclosed_tanh_load(void)
{
    enclosed_rows rows = ENCLOSED_ROWS(enclosed_tanh_rows);
    return rows;
}

LANES_FN lanes_int enclosed_tanh_key(lanes x) { return lanes_bits(lanes_abs(x)); }

LANES_FN lanes_int enclosed_tanh_limit(void) { return lanes_bits(lanes_set(ENCLOSED_ROWS_LAST)); }
#define LIMITED enclosed_tanh
#include "lanes/common_limit_template.h"

/* Below 2^-12, tanh rounds to its operand, so the bits of the operand are the result. */
LANES_FN lanes enclosed_tanh_sign(lanes y, lanes x)
{
    lanes_mask tiny =
        lanes_int_at_most(lanes_every(), lanes_bits(lanes_abs(x)), lanes_bits(lanes_set(0x1p-12f)));
    return lanes_select(tiny, x, lanes_with_sign(y, x));
}

LANES_FN enclosed enclosed_tanh(lanes x, const enclosed_tanh_tables *t)
{
    lanes half;
    enclosed_sum s = enclosed_expansion(lanes_abs(x), t, &half);
    enclosed v = enclosed_rounded(s, half);
    v.y = enclosed_tanh_sign(v.y, x);
    return v;
}

LANES_FN lanes enclosed_tanh_nearly(lanes x, const enclosed_tanh_tables *t)
{
    return enclosed_tanh_sign(enclosed_expansion_nearly(lanes_abs(x), t), x);
}

#if LANES_ENTRY_BITS == 5

typedef enclosed_rows enclosed_erf_tables, enclosed_gelu_tables;

LANES_FN enclosed_rows enclosed_erf_load(void)
{
    enclosed_rows rows = ENCLOSED_ROWS(enclosed_erf_rows);
    return rows;
}

/* Return the operand. Beyond the last row it is replaced by the end of that row. A NaN gives NaN.
 */
LANES_FN lanes enclosed_erf_operand(lanes x)
{
    return lanes_min(lanes_set(ENCLOSED_ROWS_LAST), lanes_abs(x));
}

/* Below 2^-60 the low part of a product is lost to underflow. */
LANES_FN lanes_int enclosed_erf_key(lanes x)
{
    return lanes_int_sub(lanes_bits(enclosed_erf_operand(x)), lanes_bits(lanes_set(0x1p-60f)));
}

LANES_FN lanes_int enclosed_erf_limit(void)
{
    return lanes_int_sub(lanes_bits(lanes_set(ENCLOSED_ROWS_LAST)),
                         lanes_bits(lanes_set(0x1p-60f)));
}
#define LIMITED enclosed_erf
#include "lanes/rare_limit_template.h"

LANES_FN enclosed enclosed_erf(lanes x, const enclosed_erf_tables *t)
{
    lanes half;
    enclosed_sum s = enclosed_expansion(enclosed_erf_operand(x), t, &half);
    enclosed v = enclosed_rounded(s, half);
    v.y = lanes_with_sign(v.y, x);
    return v;
}

LANES_FN lanes enclosed_erf_nearly(lanes x, const enclosed_erf_tables *t)
{
    return lanes_with_sign(enclosed_expansion_nearly(enclosed_erf_operand(x), t), x);
}

LANES_FN enclosed_rows enclosed_gelu_load(void)
{
    enclosed_rows rows = ENCLOSED_ROWS(enclosed_tail_rows);
    return rows;
}

LANES_FN lanes_int enclosed_gelu_key(lanes x)
{
    return lanes_int_sub(lanes_bits(lanes_abs(x)), lanes_bits(lanes_set(0x1p-60f)));
}

LANES_FN lanes_int enclosed_gelu_limit(void) { return enclosed_erf_limit(); }
#define LIMITED enclosed_gelu
#include "lanes/common_limit_template.h"

LANES_FN enclosed enclosed_gelu(lanes x, const enclosed_gelu_tables *t)
{
    lanes half;
    enclosed_sum tail = enclosed_expansion(lanes_abs(x), t, &half), phi;
    lanes_mask negative = lanes_at_most(lanes_every(), x, lanes_set(0.0f));
    phi = enclosed_add(lanes_set(1.0f), lanes_sub(lanes_set(0.0f), tail.high),
                       lanes_sub(lanes_set(0.0f), tail.low));
    phi.high = lanes_select(negative, tail.high, phi.high);
    phi.low = lanes_select(negative, tail.low, phi.low);
    return enclosed_rounded(enclosed_times(x, phi), half);
}

LANES_FN lanes enclosed_gelu_nearly(lanes x, const enclosed_gelu_tables *t)
{
    lanes tail = enclosed_expansion_nearly(lanes_abs(x), t);
    lanes_mask negative = lanes_at_most(lanes_every(), x, lanes_set(0.0f));
    lanes phi = lanes_select(negative, tail, lanes_sub(lanes_set(1.0f), tail));
    return lanes_mul(x, phi);
}

#else
#include "lanes/polynomial.h"
#endif

#endif
#endif
