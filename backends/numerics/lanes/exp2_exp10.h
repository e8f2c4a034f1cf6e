/* exp2_exp10.h - exp2 and exp10 by float-float arithmetic (enclosed.h).
 *
 * Method: as in exp.h of this folder, with its tables. x = k u + r, with u = 1 or log10(2) and k a
 * multiple of 1/32 (AVX2: 1/8). k u is subtracted in two parts; the first subtraction is exact. s =
 * r log 2 or r log 10 is a float-float, whose lower part is added to the error of the table's
 * power.
 *
 * Interval: as in that header. Results below 2^-126 are left undecided, by the limit on |x|.
 * Coefficients: coefficients/families/enclosed_powers.py.
 */
#ifndef SB_LANES_EXP2_EXP10_H
#define SB_LANES_EXP2_EXP10_H

#include "lanes/exp.h"

#if SB_HAS_LANES

#include "scalar/coefficients/enclosed_powers.h"

typedef enclosed_exp_tables enclosed_exp2_tables, enclosed_exp10_tables;

LANES_FN enclosed_exp_tables enclosed_exp2_load(void) { return enclosed_exp_load(); }
LANES_FN enclosed_exp_tables enclosed_exp10_load(void) { return enclosed_exp_load(); }
LANES_FN lanes_int enclosed_exp2_key(lanes x) { return lanes_bits(lanes_abs(x)); }
LANES_FN lanes_int enclosed_exp10_key(lanes x) { return lanes_bits(lanes_abs(x)); }
LANES_FN lanes_int enclosed_exp2_limit(void) { return lanes_bits(lanes_set(125.9f)); }
#define LIMITED enclosed_exp2
#define ZERO_FROM -151.0f
#define INFINITE_FROM 128.0f
#include "lanes/rare_limit_template.h"
LANES_FN lanes_int enclosed_exp10_limit(void) { return lanes_bits(lanes_set(37.9f)); }
#define LIMITED enclosed_exp10
#define ZERO_FROM -46.0f
#define INFINITE_FROM 39.0f
#include "lanes/rare_limit_template.h"

/* Compute 2^k e^s for s = head + low, where |low| is far below 2^-24. */
LANES_FN enclosed enclosed_power(lanes shifted, lanes head, lanes low, const enclosed_exp_tables *t)
{
    enclosed v;
    lanes_int j = lanes_bits(shifted);
    lanes tail = lanes_add(low, lanes_lookup(t->tail, j));
    lanes p = enclosed_exp_rest(lanes_add(head, tail), tail);
    lanes power = lanes_lookup(t->power, j), first = lanes_fma(power, head, power);
    lanes rest = lanes_fma(power, head, lanes_sub(power, first));
    lanes below = lanes_fma(power, p, rest);
    v.low = lanes_add(first, below);
    v.high = lanes_add(first, lanes_fma(power, lanes_set(ENCLOSED_EXP_WIDTH), below));
    v.y = lanes_scale(v.low, lanes_sub(shifted, lanes_set(ENCLOSED_MAGIC)), j);
    return v;
}

LANES_FN enclosed enclosed_exp2(lanes x, const enclosed_exp_tables *t)
{
    const lanes log2 = lanes_set(ENCLOSED_EXP2_LOG);
    lanes shifted = lanes_add(x, lanes_set(ENCLOSED_MAGIC));
    lanes r = lanes_sub(x, lanes_sub(shifted, lanes_set(ENCLOSED_MAGIC))); /* exact */
    lanes s = lanes_mul(r, log2);
    return enclosed_power(shifted, s,
                          lanes_fma(r, lanes_set(ENCLOSED_EXP2_LOG_LOW), lanes_fms(r, log2, s)), t);
}

LANES_FN enclosed enclosed_exp10(lanes x, const enclosed_exp_tables *t)
{
    const lanes log10 = lanes_set(ENCLOSED_EXP10_LOG);
    lanes shifted = lanes_fma(x, lanes_set(ENCLOSED_EXP10_INVERSE), lanes_set(ENCLOSED_MAGIC));
    lanes k = lanes_sub(shifted, lanes_set(ENCLOSED_MAGIC));
    lanes r = lanes_fnma(k, lanes_set(ENCLOSED_EXP10_UNIT), x); /* exact */
    lanes s = lanes_mul(r, log10), low = lanes_fms(r, log10, s);
    low = lanes_fma(r, lanes_set(ENCLOSED_EXP10_LOG_LOW), low);
    return enclosed_power(shifted, s, lanes_fnma(k, lanes_set(ENCLOSED_EXP10_UNIT_LOW), low), t);
}

/* Return the power with a relative error below 2^-21, without float-floats. */
LANES_FN lanes enclosed_power_nearly(lanes shifted, lanes s, const enclosed_exp_tables *t)
{
    lanes_int j = lanes_bits(shifted);
    lanes power = lanes_lookup(t->power, j), p = enclosed_exp_rest(s, s);
    return lanes_scale(lanes_fma(power, p, power), lanes_sub(shifted, lanes_set(ENCLOSED_MAGIC)),
                       j);
}

LANES_FN lanes enclosed_exp2_nearly(lanes x, const enclosed_exp_tables *t)
{
    lanes shifted = lanes_add(x, lanes_set(ENCLOSED_MAGIC));
    lanes r = lanes_sub(x, lanes_sub(shifted, lanes_set(ENCLOSED_MAGIC)));
    return enclosed_power_nearly(shifted, lanes_mul(r, lanes_set(ENCLOSED_EXP2_LOG)), t);
}

LANES_FN lanes enclosed_exp10_nearly(lanes x, const enclosed_exp_tables *t)
{
    lanes shifted = lanes_fma(x, lanes_set(ENCLOSED_EXP10_INVERSE), lanes_set(ENCLOSED_MAGIC));
    lanes k = lanes_sub(shifted, lanes_set(ENCLOSED_MAGIC));
    lanes r = lanes_fnma(k, lanes_set(ENCLOSED_EXP10_UNIT), x);
    lanes s = lanes_fnma(k, lanes_set(ENCLOSED_EXP10_UNIT_LOW),
                         lanes_mul(r, lanes_set(ENCLOSED_EXP10_LOG)));
    return enclosed_power_nearly(shifted, s, t);
}

#endif
#endif
