/* polynomial.h - erf and gelu by one polynomial in binary64, with the interface of enclosed.h
 * (AVX2).
 *
 * Method: erf(x) = x P(x^2) and gelu(x) = x (1/2 + x G(x^2)) for |x| <= 3.94, with P and G in x^2
 * minus the middle of its range. Tables of 32 entries (rows.h) do not fit into the registers of
 * AVX2, and loading them from memory costs more than these 16 or 20 steps.
 *
 * Interval: P and 1/2 + x G are within 2^-35 and 2^-36.91: the errors of the fits, 2^-35.35 and
 * 3.94 times 2^-39.01, and roundings. Operands whose results may be subnormal are left undecided.
 * Above 3.93, erf rounds to 1, so the operand is replaced by 3.93; gelu is left undecided there.
 * Coefficients: coefficients/families/enclosed_polynomial.py.
 */
#ifndef SB_LANES_POLYNOMIAL_H
#define SB_LANES_POLYNOMIAL_H

#include "scalar/coefficients/enclosed_polynomial.h"
#include "lanes/enclosed.h"

#if SB_HAS_LANES && LANES_COUNT == 8

typedef struct enclosed_nothing {
    char none;
} enclosed_nothing;
typedef enclosed_nothing enclosed_erf_tables, enclosed_gelu_tables;
typedef __m256d wide;

#define ENCLOSED_POLYNOMIAL_STEPS(table) ((int)(sizeof table / sizeof *table))

LANES_FN wide wide_set(double x) { return _mm256_set1_pd(x); }

/* Sum in two levels: first neighbouring powers are combined, then neighbouring pairs. A single
 * chain of steps would fill the scheduler and stall. The count is a multiple of 4. */
LANES_FN wide enclosed_polynomial_sum(wide x, const double *c, int count)
{
    wide s = _mm256_fmsub_pd(x, x, wide_set(ENCLOSED_POLYNOMIAL_MIDDLE));
    wide square = _mm256_mul_pd(s, s), fourth = _mm256_mul_pd(square, square), y;
    LANES_UNROLL
    for (int n = 0; n < count; n += 4) {
        wide high = _mm256_fmadd_pd(s, wide_set(c[n]), wide_set(c[n + 1]));
        wide low = _mm256_fmadd_pd(s, wide_set(c[n + 2]), wide_set(c[n + 3]));
        wide both = _mm256_fmadd_pd(square, high, low);
        y = n == 0 ? both : _mm256_fmadd_pd(fourth, y, both);
    }
    return y;
}

LANES_FN wide wide_lower(lanes x) { return _mm256_cvtps_pd(_mm256_castps256_ps128(x)); }
LANES_FN wide wide_upper(lanes x) { return _mm256_cvtps_pd(_mm256_extractf128_ps(x, 1)); }
LANES_FN lanes lanes_of_wides(wide lower, wide upper)
{
    return _mm256_set_m128(_mm256_cvtpd_ps(upper), _mm256_cvtpd_ps(lower));
}

/* Return x (factor - error) and x (factor + error), rounded. */
LANES_FN enclosed enclosed_between(wide x[2], wide factor[2], double error)
{
    const wide e = wide_set(error);
    enclosed v;
    v.low = lanes_of_wides(_mm256_mul_pd(x[0], _mm256_sub_pd(factor[0], e)),
                           _mm256_mul_pd(x[1], _mm256_sub_pd(factor[1], e)));
    v.high = lanes_of_wides(_mm256_mul_pd(x[0], _mm256_add_pd(factor[0], e)),
                            _mm256_mul_pd(x[1], _mm256_add_pd(factor[1], e)));
    v.y = v.low;
    return v;
}

LANES_FN enclosed_nothing enclosed_erf_load(void)
{
    enclosed_nothing none = {0};
    return none;
}

LANES_FN lanes_int enclosed_erf_key(lanes x)
{
    return lanes_int_sub(lanes_bits(lanes_min(lanes_set(ENCLOSED_POLYNOMIAL_LAST), lanes_abs(x))),
                         lanes_bits(lanes_set(0x1p-124f)));
}

LANES_FN lanes_int enclosed_erf_limit(void)
{
    return lanes_int_sub(lanes_bits(lanes_set(ENCLOSED_POLYNOMIAL_LAST)),
                         lanes_bits(lanes_set(0x1p-124f)));
}
#define LIMITED enclosed_erf
#include "lanes/rare_limit_template.h"

/* Limit the operand. A NaN gives NaN. */
LANES_FN lanes enclosed_erf_operand(lanes x)
{
    return lanes_max(lanes_set(-ENCLOSED_POLYNOMIAL_LAST),
                     lanes_min(lanes_set(ENCLOSED_POLYNOMIAL_LAST), x));
}

LANES_FN enclosed enclosed_erf(lanes x, const enclosed_erf_tables *t)
{
    (void)t;
    lanes z = enclosed_erf_operand(x);
    wide a[2] = {wide_lower(z), wide_upper(z)}, p[2];
    LANES_UNROLL
    for (int i = 0; i < 2; i++)
        p[i] = enclosed_polynomial_sum(a[i], enclosed_polynomial_erf,
                                       ENCLOSED_POLYNOMIAL_STEPS(enclosed_polynomial_erf));
    return enclosed_between(a, p, ENCLOSED_ERF_ERROR);
}

LANES_FN enclosed_nothing enclosed_gelu_load(void) { return enclosed_erf_load(); }

LANES_FN lanes_int enclosed_gelu_key(lanes x)
{
    return lanes_int_sub(lanes_bits(lanes_abs(x)), lanes_bits(lanes_set(0x1p-124f)));
}

LANES_FN lanes_int enclosed_gelu_limit(void) { return enclosed_erf_limit(); }
#define LIMITED enclosed_gelu
#include "lanes/common_limit_template.h"

LANES_FN enclosed enclosed_gelu(lanes x, const enclosed_gelu_tables *t)
{
    (void)t;
    wide a[2] = {wide_lower(x), wide_upper(x)}, p[2];
    LANES_UNROLL
    for (int i = 0; i < 2; i++) {
        p[i] = enclosed_polynomial_sum(a[i], enclosed_polynomial_gelu,
                                       ENCLOSED_POLYNOMIAL_STEPS(enclosed_polynomial_gelu));
        p[i] = _mm256_fmadd_pd(a[i], p[i], wide_set(0.5));
    }
    return enclosed_between(a, p, ENCLOSED_GELU_ERROR);
}

/* Return erf with an error below 2^-22; P has an error below 2^-24.8, and is at least 2^-2. */
LANES_FN lanes enclosed_erf_nearly(lanes x, const enclosed_erf_tables *t)
{
    (void)t;
    lanes z = enclosed_erf_operand(x);
    wide a[2] = {wide_lower(z), wide_upper(z)};
    LANES_UNROLL
    for (int i = 0; i < 2; i++)
        a[i] = _mm256_mul_pd(a[i], enclosed_polynomial_sum(
                                       a[i], enclosed_polynomial_erf_nearly,
                                       ENCLOSED_POLYNOMIAL_STEPS(enclosed_polynomial_erf_nearly)));
    return lanes_of_wides(a[0], a[1]);
}

/* Return gelu with more accuracy than needed. */
LANES_FN lanes enclosed_gelu_nearly(lanes x, const enclosed_gelu_tables *t)
{
    return enclosed_gelu(x, t).y;
}

#endif
#endif
