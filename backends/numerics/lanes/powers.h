/* pairs_powers.h - exp2 and exp10 in pairs of binary32 (pairs.h).
 *
 * Method: that of pairs_exp.h, with its tables. x = k u + r, u = 1 or log10(2), k a multiple of 1/32
 * (AVX2: 1/8); k u is subtracted in two parts, the first exactly; s = r log 2 or r log 10 as a pair,
 * whose lower part joins what the table's power misses.
 * Interval: that of pairs_exp.h. Results below 2^-126 are open, by the limit on |x|.
 * Coefficients: coefficients/families/pairs_powers.py.
 */
#ifndef SB_SIMD_PAIRS_POWERS_H
#define SB_SIMD_PAIRS_POWERS_H

#include "lanes/exp.h"

#if SB_HAS_LANES

#include "scalar/coefficients/pairs_powers.h"

typedef pairs_exp_tables pairs_exp2_tables, pairs_exp10_tables;

LANES_FN pairs_exp_tables pairs_exp2_load(void) { return pairs_exp_load(); }
LANES_FN pairs_exp_tables pairs_exp10_load(void) { return pairs_exp_load(); }
LANES_FN lanes_int pairs_exp2_key(lanes x) { return lanes_bits(lanes_abs(x)); }
LANES_FN lanes_int pairs_exp10_key(lanes x) { return lanes_bits(lanes_abs(x)); }
LANES_FN lanes_int pairs_exp2_limit(void) { return lanes_bits(lanes_set(125.9f)); }
PAIRS_LIMIT_RARE_SIZE(pairs_exp2, -151.0f, 128.0f)
LANES_FN lanes_int pairs_exp10_limit(void) { return lanes_bits(lanes_set(37.9f)); }
PAIRS_LIMIT_RARE_SIZE(pairs_exp10, -46.0f, 39.0f)

/* 2^k e^s for s = head + low, |low| far below 2^-24. */
LANES_FN pairs_value pairs_power(lanes shifted, lanes head, lanes low, const pairs_exp_tables *t)
{
    pairs_value v;
    lanes_int j = lanes_bits(shifted);
    lanes tail = lanes_add(low, lanes_lookup(t->tail, j));
    lanes p = pairs_exp_rest(lanes_add(head, tail), tail);
    lanes power = lanes_lookup(t->power, j), first = lanes_fma(power, head, power);
    lanes rest = lanes_fma(power, head, lanes_sub(power, first));
    lanes below = lanes_fma(power, p, rest);
    v.low = lanes_add(first, below);
    v.high = lanes_add(first, lanes_fma(power, lanes_set(PAIRS_EXP_WIDTH), below));
    v.y = lanes_scale(v.low, lanes_sub(shifted, lanes_set(PAIRS_MAGIC)), j);
    return v;
}

LANES_FN pairs_value pairs_exp2(lanes x, const pairs_exp_tables *t)
{
    const lanes log2 = lanes_set(PAIRS_EXP2_LOG);
    lanes shifted = lanes_add(x, lanes_set(PAIRS_MAGIC));
    lanes r = lanes_sub(x, lanes_sub(shifted, lanes_set(PAIRS_MAGIC))); /* exact */
    lanes s = lanes_mul(r, log2);
    return pairs_power(shifted, s, lanes_fma(r, lanes_set(PAIRS_EXP2_LOG_LOW), lanes_fms(r, log2, s)), t);
}

LANES_FN pairs_value pairs_exp10(lanes x, const pairs_exp_tables *t)
{
    const lanes log10 = lanes_set(PAIRS_EXP10_LOG);
    lanes shifted = lanes_fma(x, lanes_set(PAIRS_EXP10_INVERSE), lanes_set(PAIRS_MAGIC));
    lanes k = lanes_sub(shifted, lanes_set(PAIRS_MAGIC));
    lanes r = lanes_fnma(k, lanes_set(PAIRS_EXP10_UNIT), x); /* exact */
    lanes s = lanes_mul(r, log10), low = lanes_fms(r, log10, s);
    low = lanes_fma(r, lanes_set(PAIRS_EXP10_LOG_LOW), low);
    return pairs_power(shifted, s, lanes_fnma(k, lanes_set(PAIRS_EXP10_UNIT_LOW), low), t);
}

/* To 2^-21: no pairs. */
LANES_FN lanes pairs_power_nearly(lanes shifted, lanes s, const pairs_exp_tables *t)
{
    lanes_int j = lanes_bits(shifted);
    lanes power = lanes_lookup(t->power, j), p = pairs_exp_rest(s, s);
    return lanes_scale(lanes_fma(power, p, power), lanes_sub(shifted, lanes_set(PAIRS_MAGIC)), j);
}

LANES_FN lanes pairs_exp2_nearly(lanes x, const pairs_exp_tables *t)
{
    lanes shifted = lanes_add(x, lanes_set(PAIRS_MAGIC));
    lanes r = lanes_sub(x, lanes_sub(shifted, lanes_set(PAIRS_MAGIC)));
    return pairs_power_nearly(shifted, lanes_mul(r, lanes_set(PAIRS_EXP2_LOG)), t);
}

LANES_FN lanes pairs_exp10_nearly(lanes x, const pairs_exp_tables *t)
{
    lanes shifted = lanes_fma(x, lanes_set(PAIRS_EXP10_INVERSE), lanes_set(PAIRS_MAGIC));
    lanes k = lanes_sub(shifted, lanes_set(PAIRS_MAGIC));
    lanes r = lanes_fnma(k, lanes_set(PAIRS_EXP10_UNIT), x);
    lanes s = lanes_fnma(k, lanes_set(PAIRS_EXP10_UNIT_LOW), lanes_mul(r, lanes_set(PAIRS_EXP10_LOG)));
    return pairs_power_nearly(shifted, s, t);
}

#endif
#endif
