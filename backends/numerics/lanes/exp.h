/* exp.h - exp, sigmoid and silu by float-float arithmetic (enclosed.h).
 *
 * Method: x = k log 2 + r, where k is a multiple of 1/32 (AVX-512) or 1/8 (AVX2), found by adding
 * 1.5 * 2^18 (2^20). k log 2 is subtracted in two parts; the first subtraction is exact by fma. s =
 * r + log(2^(j/N) / T) compensates for the rounding of T, and e^x = 2^floor(k) T (1 + s + s^2/2 +
 * s^3 P(s)), with T (1 + r) as a float-float. sigmoid = 1 / (1 + E), with E = e^-x as a
 * float-float: an estimate of the reciprocal is corrected by its exact residual, so the bits of the
 * estimate do not matter.
 *
 * Interval: relative half-widths 2^-35.7 and, for any estimate of 14 bits, 2^-35.35 (AVX2: 2^-31.7
 * and 2^-32), which exceed the largest errors over all operands (enclosed_errors.c). The lower end
 * of exp comes from the table. Results below 2^-126 are left undecided, by the limit on |x|.
 * Coefficients: coefficients/families/enclosed_exp.py.
 */
#ifndef SB_LANES_EXP_H
#define SB_LANES_EXP_H

#include "scalar/coefficients/enclosed_exp.h"
#include "lanes/enclosed.h"

#if SB_HAS_LANES

#if LANES_ENTRY_BITS == 5
#define ENCLOSED_TAILS(plain) plain##_32_tail
#define ENCLOSED_MAGIC 0x1.8p18f
#else
#define ENCLOSED_TAILS(plain) plain##_8_tail
#define ENCLOSED_MAGIC 0x1.8p20f
#endif
#define ENCLOSED_EXP_WIDTH ENCLOSED_ENTRIES(ENCLOSED_EXP_WIDTH)
#define ENCLOSED_SIGMOID_HALF ENCLOSED_ENTRIES(ENCLOSED_SIGMOID_HALF)

typedef struct enclosed_exp_tables {
    lanes_table power, tail;
} enclosed_exp_tables;
typedef enclosed_exp_tables enclosed_sigmoid_tables, enclosed_silu_tables;

#define ENCLOSED_EXP_REST ENCLOSED_ENTRIES(enclosed_exp_rest)
#define ENCLOSED_EXP_DEGREE ((int)(sizeof ENCLOSED_EXP_REST / sizeof *ENCLOSED_EXP_REST) - 1)

/* Return s^2/2 + s^3 P(s) + tail, for e^s. */
LANES_FN lanes enclosed_exp_rest(lanes s, lanes tail)
{
    const float *c = ENCLOSED_ENTRIES(enclosed_exp_rest);
    lanes q = lanes_set(c[ENCLOSED_EXP_DEGREE]);
    for (int i = ENCLOSED_EXP_DEGREE - 1; i >= 0; i--) q = lanes_fma(s, q, lanes_set(c[i]));
    return lanes_fma(lanes_mul(s, s), lanes_fma(s, q, lanes_set(0.5f)), tail);
}

/* Return the same sum for e^-s: s^2/2 - s^3 P(-s) - tail. */
LANES_FN lanes enclosed_exp_minus_rest(lanes s, lanes tail)
{
    const float *c = ENCLOSED_ENTRIES(enclosed_exp_rest);
    lanes q = lanes_set(c[ENCLOSED_EXP_DEGREE]);
    for (int i = ENCLOSED_EXP_DEGREE - 1; i >= 0; i--) q = lanes_fnma(s, q, lanes_set(c[i]));
    return lanes_fms(lanes_mul(s, s), lanes_fnma(s, q, lanes_set(0.5f)), tail);
}

LANES_FN enclosed_exp_tables enclosed_exp_load(void)
{
    enclosed_exp_tables t = {lanes_table_load(ENCLOSED_ENTRIES(enclosed_exp)),
                             lanes_table_load(ENCLOSED_TAILS(enclosed_exp))};
    return t;
}

/* Below -87.33 results may be subnormal, and above 88.7 they are infinite. */
LANES_FN lanes_int enclosed_exp_key(lanes x) { return lanes_bits(lanes_abs(x)); }

LANES_FN lanes_int enclosed_exp_limit(void) { return lanes_bits(lanes_set(87.33f)); }
#define LIMITED enclosed_exp
#define ZERO_FROM -104.0f
#define INFINITE_FROM 89.0f
#include "lanes/rare_limit_template.h"

LANES_FN enclosed enclosed_exp(lanes x, const enclosed_exp_tables *t)
{
    enclosed v;
    lanes shifted = lanes_fma(x, lanes_set(ENCLOSED_LOG2_INVERSE), lanes_set(ENCLOSED_MAGIC));
    lanes k = lanes_sub(shifted, lanes_set(ENCLOSED_MAGIC));
    lanes_int j = lanes_bits(shifted);
    lanes r = lanes_fnma(k, lanes_set(ENCLOSED_LOG2_HIGH), x); /* exact */
    lanes tail = lanes_fnma(k, lanes_set(ENCLOSED_LOG2_LOW), lanes_lookup(t->tail, j));
    lanes p = enclosed_exp_rest(lanes_add(r, tail), tail);
    lanes power = lanes_lookup(t->power, j);
    lanes head = lanes_fma(power, r, power);
    lanes rest = lanes_fma(power, r, lanes_sub(power, head));
    lanes low = lanes_fma(power, p, rest);
    lanes high = lanes_fma(power, lanes_set(ENCLOSED_EXP_WIDTH), low);
    v.low = lanes_add(head, low);
    v.high = lanes_add(head, high);
    v.y = lanes_scale(v.low, k, j);
    return v;
}

/* Above 64, sigmoid rounds to 1 and silu to x, so greater operands are replaced by 64. */
LANES_FN lanes_int enclosed_sigmoid_key(lanes x)
{
    return lanes_bits(lanes_abs(lanes_min(lanes_set(64.0f), x)));
}

LANES_FN lanes_int enclosed_sigmoid_limit(void) { return lanes_bits(lanes_set(64.0f)); }
#define LIMITED enclosed_sigmoid
#include "lanes/rare_limit_template.h"

/* Below 2^-60 the low part of a product is lost to underflow. */
LANES_FN lanes_int enclosed_silu_key(lanes x)
{
    return lanes_int_sub(enclosed_sigmoid_key(x), lanes_bits(lanes_set(0x1p-60f)));
}

LANES_FN lanes_int enclosed_silu_limit(void)
{
    return lanes_int_sub(lanes_bits(lanes_set(64.0f)), lanes_bits(lanes_set(0x1p-60f)));
}
#define LIMITED enclosed_silu
#include "lanes/rare_limit_template.h"

/* Return e^x with a relative error below 2^-21, by one table and without float-floats. */
LANES_FN lanes enclosed_exp_nearly(lanes x, const enclosed_exp_tables *t)
{
    lanes shifted = lanes_fma(x, lanes_set(ENCLOSED_LOG2_INVERSE), lanes_set(ENCLOSED_MAGIC));
    lanes k = lanes_sub(shifted, lanes_set(ENCLOSED_MAGIC));
    lanes s = lanes_fnma(k, lanes_set(ENCLOSED_LOG2_HIGH), x);
    s = lanes_fnma(k, lanes_set(ENCLOSED_LOG2_LOW), s);
    lanes_int j = lanes_bits(shifted);
    lanes power = lanes_lookup(t->power, j), p = enclosed_exp_rest(s, s);
    return lanes_scale(lanes_fma(power, p, power), k, j);
}

/* sigmoid(x) = q (1 + e) with a relative error below 2^-36, for x <= 64. */
typedef struct enclosed_quotient {
    lanes q, e;
} enclosed_quotient;

LANES_FN enclosed_exp_tables enclosed_sigmoid_load(void)
{
    enclosed_exp_tables t = {lanes_table_load(ENCLOSED_ENTRIES(enclosed_exp_minus)),
                             lanes_table_load(ENCLOSED_TAILS(enclosed_exp_minus))};
    return t;
}

LANES_FN enclosed_quotient enclosed_sigmoid_quotient(lanes x, const enclosed_exp_tables *t)
{
    lanes shifted = lanes_fma(x, lanes_set(ENCLOSED_LOG2_INVERSE), lanes_set(ENCLOSED_MAGIC));
    lanes k = lanes_sub(lanes_set(ENCLOSED_MAGIC), shifted);
    lanes_int j = lanes_bits(shifted);
    lanes r = lanes_fma(k, lanes_set(ENCLOSED_LOG2_HIGH), x); /* exact; e^-x uses -r */
    lanes tail = lanes_fma(k, lanes_set(ENCLOSED_LOG2_LOW), lanes_lookup(t->tail, j));
    lanes p = enclosed_exp_minus_rest(lanes_add(r, tail), tail);
    lanes power = lanes_of_bits(lanes_int_sub(lanes_bits(lanes_lookup(t->power, j)),
                                              lanes_int_shift_left(j, 23 - LANES_ENTRY_BITS)));
    lanes head = lanes_fnma(power, r, power);
    lanes rest = lanes_fnma(power, r, lanes_sub(power, head));
    lanes low = lanes_fma(power, p, rest);
    lanes e = lanes_add(head, low), e_low = lanes_sub(low, lanes_sub(e, head));
    /* 1 + E as a float-float, the larger term first. */
    const lanes one = lanes_set(1.0f);
    lanes greater = lanes_max(one, e), lesser = lanes_min(one, e);
    lanes d = lanes_add(greater, lesser);
    lanes d_low = lanes_add(lanes_sub(lesser, lanes_sub(d, greater)), e_low);
    enclosed_quotient y;
    y.q = lanes_reciprocal(d);
    lanes residual = lanes_fnma(d_low, y.q, lanes_fnma(d, y.q, one));
    y.e = lanes_fma(residual, residual, residual); /* 1/(1 - residual) - 1 */
    return y;
}

LANES_FN enclosed enclosed_sigmoid(lanes x, const enclosed_sigmoid_tables *t)
{
    enclosed v;
    enclosed_quotient y = enclosed_sigmoid_quotient(lanes_min(lanes_set(64.0f), x), t);
    v.low = lanes_fma(y.q, lanes_sub(y.e, lanes_set(ENCLOSED_SIGMOID_HALF)), y.q);
    v.high = lanes_fma(y.q, lanes_add(y.e, lanes_set(ENCLOSED_SIGMOID_HALF)), y.q);
    v.y = v.low;
    return v;
}

LANES_FN enclosed_silu_tables enclosed_silu_load(void) { return enclosed_sigmoid_load(); }

LANES_FN enclosed enclosed_silu(lanes x, const enclosed_silu_tables *t)
{
    enclosed v;
    enclosed_quotient y = enclosed_sigmoid_quotient(lanes_min(lanes_set(64.0f), x), t);
    lanes head = lanes_mul(x, y.q), rest = lanes_fms(x, y.q, head);
    lanes low = lanes_fma(head, lanes_sub(y.e, lanes_set(ENCLOSED_SIGMOID_HALF)), rest);
    lanes high = lanes_fma(head, lanes_add(y.e, lanes_set(ENCLOSED_SIGMOID_HALF)), rest);
    v.low = lanes_add(head, low);
    v.high = lanes_add(head, high);
    v.y = v.low;
    return v;
}

/* Return sigmoid with a relative error below 2^-21: e^-x to 2^-22, and one Newton step for the
 * reciprocal. */
LANES_FN lanes enclosed_sigmoid_nearly(lanes x, const enclosed_sigmoid_tables *t)
{
    lanes z = lanes_min(x, lanes_set(64.0f));
    lanes shifted = lanes_fma(z, lanes_set(ENCLOSED_LOG2_INVERSE), lanes_set(ENCLOSED_MAGIC));
    lanes k = lanes_sub(lanes_set(ENCLOSED_MAGIC), shifted);
    lanes_int j = lanes_bits(shifted);
    lanes s = lanes_fma(k, lanes_set(ENCLOSED_LOG2_HIGH), z);
    s = lanes_fma(k, lanes_set(ENCLOSED_LOG2_LOW), s);
    lanes power = lanes_of_bits(lanes_int_sub(lanes_bits(lanes_lookup(t->power, j)),
                                              lanes_int_shift_left(j, 23 - LANES_ENTRY_BITS)));
    lanes p = enclosed_exp_minus_rest(s, s);
    lanes d = lanes_add(lanes_fma(power, p, power), lanes_set(1.0f));
    lanes q = lanes_reciprocal(d);
    return lanes_fma(lanes_fnma(d, q, lanes_set(1.0f)), q, q);
}

LANES_FN lanes enclosed_silu_nearly(lanes x, const enclosed_silu_tables *t)
{
    return lanes_mul(x, enclosed_sigmoid_nearly(x, t));
}

#endif
#endif
