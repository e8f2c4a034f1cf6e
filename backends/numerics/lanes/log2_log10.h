/* log2_log10.h - log2 and log10 by float-float arithmetic (enclosed.h).
 *
 * Method: as in log.h of this folder, with its reciprocals c. l = log(m c) = r - r^2/2 + r^3 P(r)
 * is a float-float. It is multiplied by log2(e) or log10(e), also a float-float, and added to k u -
 * log(c), with u = 1 or log10(2), whose first part is exact, a multiple of 2^-15.
 *
 * Interval: relative half-width 2^-34.2. Subnormal operands, zeros, negative numbers and NaN are
 * left undecided. Coefficients: coefficients/families/enclosed_logs.py.
 */
#ifndef SB_LANES_LOG2_LOG10_H
#define SB_LANES_LOG2_LOG10_H

#include "lanes/log.h"

#if SB_HAS_LANES && LANES_ENTRY_BITS == 5

#include "scalar/coefficients/enclosed_logs.h"

typedef struct enclosed_logs_base {
    float scale, scale_low; /* log2(e) or log10(e) */
    float unit, unit_low;   /* the logarithm of 2, divided by 2^23 */
} enclosed_logs_base;

typedef enclosed_log_tables enclosed_log2_tables, enclosed_log10_tables;

LANES_FN enclosed_log_tables enclosed_log2_load(void)
{
    enclosed_log_tables t = {lanes_table_load(enclosed_log_inverse_32),
                             lanes_table_load(enclosed_log2_head),
                             lanes_table_load(enclosed_log2_tail)};
    return t;
}

LANES_FN enclosed_log_tables enclosed_log10_load(void)
{
    enclosed_log_tables t = {lanes_table_load(enclosed_log_inverse_32),
                             lanes_table_load(enclosed_log10_head),
                             lanes_table_load(enclosed_log10_tail)};
    return t;
}

LANES_FN lanes_int enclosed_log2_key(lanes x) { return enclosed_log_key(x); }
LANES_FN lanes_int enclosed_log10_key(lanes x) { return enclosed_log_key(x); }
LANES_FN lanes_int enclosed_log2_limit(void) { return enclosed_log_limit(); }
#define LIMITED enclosed_log2
#include "lanes/rare_limit_template.h"
LANES_FN lanes_int enclosed_log10_limit(void) { return enclosed_log_limit(); }
#define LIMITED enclosed_log10
#include "lanes/rare_limit_template.h"

LANES_FN enclosed enclosed_logs(lanes x, const enclosed_log_tables *t, const enclosed_logs_base *b)
{
    enclosed_log_parts z = enclosed_log_reduced(x, t, b->unit, b->unit_low);
    lanes l = lanes_fnma(z.half, z.r, z.r), l_low = lanes_fnma(z.half, z.r, lanes_sub(z.r, l));
    l_low = lanes_fma(z.square, z.q, l_low);
    const lanes scale = lanes_set(b->scale);
    lanes h = lanes_mul(l, scale), h_low = lanes_fms(l, scale, h);
    h_low = lanes_fma(l_low, scale, lanes_fma(l, lanes_set(b->scale_low), h_low));
    lanes y = lanes_add(z.base, h), low = lanes_add(lanes_sub(z.base, y), h);
    low = lanes_add(low, lanes_add(z.tail, h_low));
    enclosed v;
    v.low = lanes_add(y, lanes_fma(y, lanes_set(-ENCLOSED_LOGS_HALF), low));
    v.high = lanes_add(y, lanes_fma(y, lanes_set(ENCLOSED_LOGS_HALF), low));
    v.y = v.low;
    return v;
}

/* Return log2 or log10 with a relative error below 2^-21, without the lower parts of float-floats.
 */
LANES_FN lanes enclosed_logs_nearly(lanes x, const enclosed_log_tables *t,
                                    const enclosed_logs_base *b)
{
    enclosed_log_parts z = enclosed_log_reduced(x, t, b->unit, b->unit_low);
    lanes l = lanes_fma(z.square, z.q, lanes_sub(z.r, z.square));
    return lanes_add(z.base, lanes_fma(l, lanes_set(b->scale), z.tail));
}

LANES_FN enclosed_logs_base enclosed_log2_base(void)
{
    const enclosed_logs_base base = {ENCLOSED_LOG2_SCALE, ENCLOSED_LOG2_SCALE_LOW, 0x1p-23f, 0.0f};
    return base;
}

LANES_FN enclosed enclosed_log2(lanes x, const enclosed_log_tables *t)
{
    const enclosed_logs_base base = enclosed_log2_base();
    return enclosed_logs(x, t, &base);
}

LANES_FN lanes enclosed_log2_nearly(lanes x, const enclosed_log_tables *t)
{
    const enclosed_logs_base base = enclosed_log2_base();
    return enclosed_logs_nearly(x, t, &base);
}

LANES_FN enclosed_logs_base enclosed_log10_base(void)
{
    const enclosed_logs_base base = {ENCLOSED_LOG10_SCALE, ENCLOSED_LOG10_SCALE_LOW,
                                     0x1p-23f * ENCLOSED_LOG10_UNIT,
                                     0x1p-23f * ENCLOSED_LOG10_UNIT_LOW};
    return base;
}

LANES_FN enclosed enclosed_log10(lanes x, const enclosed_log_tables *t)
{
    const enclosed_logs_base base = enclosed_log10_base();
    return enclosed_logs(x, t, &base);
}

LANES_FN lanes enclosed_log10_nearly(lanes x, const enclosed_log_tables *t)
{
    const enclosed_logs_base base = enclosed_log10_base();
    return enclosed_logs_nearly(x, t, &base);
}

#endif
#endif
