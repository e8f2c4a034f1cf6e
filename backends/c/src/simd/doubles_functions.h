/* doubles_functions.h - e^x and logarithms on vectors of binary64, with tables of 16 entries.
 *
 * e^x = 2^k T[j] P(r), x = (k + j/16) log 2 + r, |r| <= log(2)/32: relative error 2^-47.6 or, with
 * one power more, 2^-52.3; and |x| 2^-54.7, since log 2 comes in one part.
 * log(1 + e) = -log c + log(1 + r), c near 1 / (1 + e), r = e c + (c - 1), e = 0 .. 1; near 0, c is
 * 1 and r is e: relative error 2^-47.5.
 * log x = k log 2 - log c + log(1 + r), c near 1/m, x = 2^k m, m in [0.828, 1.657); c is 1 about m
 * = 1.
 * Coefficients: coefficients/families/doubles.py and constants.py.
 */
#ifndef SB_SIMD_DOUBLES_FUNCTIONS_H
#define SB_SIMD_DOUBLES_FUNCTIONS_H

#include "scalar/coefficients/constants.h"
#include "simd/doubles_estimates.h"

#if SB_HAS_DECIDE_LANES

#include "scalar/coefficients/doubles.h"

#define DOUBLES_POLYNOMIAL(c, x) doubles_polynomial(c, (int)(sizeof(c) / sizeof *(c)), x)

#define DOUBLES_HORNER(c, x) doubles_horner(c, (int)(sizeof(c) / sizeof *(c)), x)

/* T[j] minus j 2^48 as bit patterns. Adding 16 k + j, shifted by 48, compensates for this. */
LANES_FN doubles_table doubles_exp_load(void)
{
    const __m512i low = _mm512_slli_epi64(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), 48);
    const __m512i high = _mm512_add_epi64(low, _mm512_set1_epi64(INT64_C(8) << 48));
    doubles_table t = doubles_table_load(doubles_power);
    t.low = doubles_of_bits(_mm512_sub_epi64(doubles_bits(t.low), low));
    t.high = doubles_of_bits(_mm512_sub_epi64(doubles_bits(t.high), high));
    return t;
}

/* Compute e^(m x) for |m x| <= 700. Return s = r / m, and write 2^k T[j] to *scale. m is a
 * constant. */
LANES_FN doubles doubles_exp_reduced(doubles x, double m, doubles_table power, doubles *scale)
{
    const doubles magic = doubles_set(0x1.8p48); /* the sum has the precision of sixteenths */
    doubles shifted = doubles_fma(x, doubles_set(m * SB_LOG2_INVERSE), magic);
    __m512i place = doubles_bits(shifted), entry = doubles_bits(doubles_lookup(power, place));
    *scale = doubles_of_bits(_mm512_add_epi64(entry, _mm512_slli_epi64(place, 48)));
    return doubles_fnma(doubles_sub(shifted, magic), doubles_set(SB_LOG2 / m), x);
}

/* c[0] + c[1] m s + c[2] (m s)^2 + ... */
LANES_FN doubles doubles_horner_of(const double *c, int count, double m, doubles s)
{
    double part[8], factor = 1.0;
    _Pragma("GCC unroll 8") for (int i = 0; i < count; i++)
    {
        part[i] = c[i] * factor;
        factor *= m;
    }
    return doubles_horner(part, count, s);
}
#define DOUBLES_HORNER_OF(c, m, s) doubles_horner_of(c, (int)(sizeof(c) / sizeof *(c)), m, s)

/* Return e^(m x), with relative error 2^-47.6, or 2^-52.3 with one power more; and |m x|
 * 2^-54.7. */
LANES_FN doubles doubles_exp_short(doubles x, double m, doubles_table power)
{
    doubles scale, s = doubles_exp_reduced(x, m, power, &scale);
    return doubles_mul(scale, DOUBLES_HORNER_OF(doubles_exp_five, m, s));
}

LANES_FN doubles doubles_exp_long(doubles x, double m, doubles_table power)
{
    doubles scale, s = doubles_exp_reduced(x, m, power, &scale);
    return doubles_mul(scale, DOUBLES_HORNER_OF(doubles_exp_six, m, s));
}

typedef struct doubles_log1p_tables {
    doubles_table inverse, less, log;
} doubles_log1p_tables;

LANES_FN doubles_log1p_tables doubles_log1p_load(void)
{
    doubles_log1p_tables t = {doubles_table_load(doubles_one_inverse),
                              doubles_table_load(doubles_one_inverse_less),
                              doubles_table_load(doubles_one_log)};
    return t;
}

/* log(1 + e), 0 <= e <= 1. */
LANES_FN doubles doubles_log1p(doubles e, const doubles_log1p_tables *t)
{
    __m512i j = doubles_bits(doubles_fma(e, doubles_set(15.0), doubles_set(0x1.8p52)));
    doubles r = doubles_fma(e, doubles_lookup(t->inverse, j), doubles_lookup(t->less, j));
    return doubles_fma(r, DOUBLES_HORNER(doubles_log_slope, r), doubles_lookup(t->log, j));
}

typedef struct doubles_reduced {
    __m512i place; /* the low 4 bits are the interval j of m */
    doubles m, k;
} doubles_reduced;

#define DOUBLES_ONE 5 /* the interval about 1 */

LANES_FN doubles_reduced doubles_reduce(doubles x)
{
    const __m512i offset = _mm512_set1_epi64(INT64_C(0x3ff0000000000000) - (INT64_C(11) << 47));
    doubles_reduced y;
    __m512i i = _mm512_sub_epi64(doubles_bits(x), offset);
    y.place = _mm512_srli_epi64(i, 48);
    y.k = _mm512_cvtepi64_pd(_mm512_srai_epi64(i, 52));
    __m512i power = _mm512_and_si512(i, _mm512_set1_epi64(-(INT64_C(1) << 52)));
    y.m = doubles_of_bits(_mm512_sub_epi64(doubles_bits(x), power));
    return y;
}

/* Return k log 2 - log c + log(1 + r). */
LANES_FN doubles doubles_log_of(doubles_reduced x, doubles r, doubles_table log)
{
    doubles base = doubles_fma(x.k, doubles_set(SB_LOG2), doubles_lookup(log, x.place));
    return doubles_fma(r, DOUBLES_POLYNOMIAL(doubles_log_slope, r), base);
}

#endif
#endif
