/* log.h - log by float-float arithmetic (enclosed.h), with tables of 32 entries (AVX2: 8).
 *
 * Method: x = 2^k m, with m in [0.699, 1.398) or [0.708, 1.417). c is near 1/m, with so few bits
 * that r = m c - 1 is exact. log x = k log 2 - log c + r - r^2/2 + r^3 P(r). The first part of k
 * log 2 - log c is exact, a multiple of 2^-16. r - r^2/2 and the sums are float-floats. c is 1
 * around x = 1.
 *
 * Interval: relative half-width 2^-34.5 (AVX2: 2^-31.3). Subnormal operands, zeros, negative
 * numbers and NaN are left undecided. Coefficients: coefficients/families/enclosed_log.py.
 */
#ifndef SB_LANES_LOG_H
#define SB_LANES_LOG_H

#include "lanes/enclosed.h"

#if SB_HAS_LANES

#include "scalar/coefficients/enclosed_log.h"

#define ENCLOSED_LOG_HALF ENCLOSED_ENTRIES(ENCLOSED_LOG_HALF)
#define ENCLOSED_LOG_OFFSET ENCLOSED_ENTRIES(ENCLOSED_LOG_OFFSET)

#define ENCLOSED_LOG_UNIT (0x1p-23f * ENCLOSED_LOG_LOG2_HIGH)
#define ENCLOSED_LOG_UNIT_LOW (0x1p-23f * ENCLOSED_LOG_LOG2_LOW)

typedef struct enclosed_log_tables {
    lanes_table inverse, head, tail;
} enclosed_log_tables;

LANES_FN enclosed_log_tables enclosed_log_load(void)
{
    enclosed_log_tables t = {lanes_table_load(ENCLOSED_ENTRIES(enclosed_log_inverse)),
                             lanes_table_load(ENCLOSED_ENTRIES(enclosed_log_head)),
                             lanes_table_load(ENCLOSED_ENTRIES(enclosed_log_tail))};
    return t;
}

LANES_FN lanes_int enclosed_log_key(lanes x)
{
    return lanes_int_sub(lanes_bits(x), lanes_bits(lanes_set(0x1p-126f)));
}

LANES_FN lanes_int enclosed_log_limit(void)
{
    return lanes_int_sub(lanes_bits(lanes_set(0x1.fffffep127f)), lanes_bits(lanes_set(0x1p-126f)));
}
#define LIMITED enclosed_log
#include "lanes/rare_limit_template.h"

/* x = 2^k m and r = m c - 1: the parts of a logarithm that all evaluations use. */
typedef struct enclosed_log_parts {
    lanes r, base, tail, half, square, q; /* k log 2 - log c; r/2; r^2/2; r times twice P(r) */
} enclosed_log_parts;

/* Reduce x. The logarithm of 2, in the base of the tables, is 2^23 (unit + unit_low). */
LANES_FN enclosed_log_parts enclosed_log_reduced(lanes x, const enclosed_log_tables *t, float unit,
                                                 float unit_low)
{
    const float *p = ENCLOSED_ENTRIES(enclosed_log_rest);
    enclosed_log_parts a;
    lanes_int i = lanes_int_sub(lanes_bits(x), lanes_int_set(ENCLOSED_LOG_OFFSET));
    lanes_int j = lanes_int_shift_right(i, 23 - LANES_ENTRY_BITS);
    lanes_int power = lanes_int_and(i, lanes_int_set((int32_t)0xff800000));
    lanes m = lanes_of_bits(lanes_int_sub(lanes_bits(x), power));
    lanes k = lanes_from_int(power);                                  /* times 2^23 */
    a.r = lanes_fms(m, lanes_lookup(t->inverse, j), lanes_set(1.0f)); /* exact */
    a.base = lanes_fma(k, lanes_set(unit), lanes_lookup(t->head, j)); /* exact */
    a.tail = lanes_fma(k, lanes_set(unit_low), lanes_lookup(t->tail, j));
    a.half = lanes_mul(a.r, lanes_set(0.5f));
    a.square = lanes_mul(a.half, a.r);
    lanes q = lanes_fma(a.r, lanes_set(2 * p[4]), lanes_set(2 * p[3]));
    q = lanes_fma(a.r, q, lanes_set(2 * p[2]));
    q = lanes_fma(a.r, q, lanes_set(2 * p[1]));
    q = lanes_fma(a.r, q, lanes_set(2 * p[0]));
    a.q = lanes_mul(q, a.r); /* r^3 P is this times r^2/2 */
    return a;
}

LANES_FN enclosed enclosed_log(lanes x, const enclosed_log_tables *t)
{
    enclosed_log_parts a = enclosed_log_reduced(x, t, ENCLOSED_LOG_UNIT, ENCLOSED_LOG_UNIT_LOW);
    lanes s = lanes_fnma(a.half, a.r, a.r), s_low = lanes_fnma(a.half, a.r, lanes_sub(a.r, s));
    lanes y = lanes_add(a.base, s), y_low = lanes_add(lanes_sub(a.base, y), s);
    lanes low = lanes_fma(a.square, a.q, a.tail);
    low = lanes_add(low, lanes_add(s_low, y_low));
    enclosed v;
    v.low = lanes_add(y, lanes_fma(y, lanes_set(-ENCLOSED_LOG_HALF), low));
    v.high = lanes_add(y, lanes_fma(y, lanes_set(ENCLOSED_LOG_HALF), low));
    v.y = v.low;
    return v;
}

/* Return log with a relative error below 2^-21, without the lower parts, which only matter for
 * higher accuracy. */
LANES_FN lanes enclosed_log_nearly(lanes x, const enclosed_log_tables *t)
{
    enclosed_log_parts a = enclosed_log_reduced(x, t, ENCLOSED_LOG_UNIT, ENCLOSED_LOG_UNIT_LOW);
    lanes rest = lanes_fma(a.square, a.q, lanes_sub(a.tail, a.square));
    return lanes_add(a.base, lanes_add(a.r, rest));
}

#endif
#endif
