/* exact_fma.h - fma(a, b, c) rounded once (clause T4), for processors without an fma instruction.
 *
 * binary32: the product is exact in binary64. TwoSum gives the sum and its error, the error makes
 * the sum odd, and one rounding of the odd binary64 value (53 >= 24 + 2 bits) gives the result.
 * binary64: the same method with an exact product in two parts (Boldo and Melquiond, "Emulation of
 * FMA and correctly rounded sums", 2008), if no part can overflow or underflow; otherwise with
 * integers. Infinities and NaN need no separate case in binary32: the error is NaN and changes
 * nothing.
 */
#ifndef SB_SIMD_EXACT_FMA_H
#define SB_SIMD_EXACT_FMA_H

#include "scalar/convert.h"

#if defined(__FMA__) || defined(__aarch64__)
#define SB_HARDWARE_FMA 1
#else
#define SB_HARDWARE_FMA 0
#endif

/* Return s + error, rounded to odd. |error| is at most half an ulp of s. */
static inline double f64_round_to_odd(double s, double error)
{
    uint64_t u = f64_to_bits(s);
    uint64_t odd = (u - ((u ^ f64_to_bits(error)) >> 63)) | 1u;
    return f64_from_bits(error < 0 || error > 0 ? odd : u);
}

static inline double f64_two_sum_error(double a, double b, double s)
{
    double b_part = s - a;
    return (a - (s - b_part)) + (b - b_part);
}

static inline float f32_exact_fma(float a, float b, float c)
{
#if SB_HARDWARE_FMA
    return __builtin_fmaf(a, b, c);
#else
    double product = (double)a * (double)b, addend = (double)c, s = product + addend;
    return (float)f64_round_to_odd(s, f64_two_sum_error(product, addend, s));
#endif
}

/* Correct for all operands, but slow; see exact_fma.c. */
double f64_fma_by_integers(double a, double b, double c);

static inline double f64_exact_fma(double a, double b, double c)
{
#if SB_HARDWARE_FMA
    return __builtin_fma(a, b, c);
#else
    return f64_fma_by_integers(a, b, c);
#endif
}

#if !SB_HARDWARE_FMA && defined(__SSE2__)
#include <emmintrin.h>

static inline __m128d f64x2_two_sum_error(__m128d a, __m128d b, __m128d s)
{
    __m128d b_part = _mm_sub_pd(s, a);
    return _mm_add_pd(_mm_sub_pd(a, _mm_sub_pd(s, b_part)), _mm_sub_pd(b, b_part));
}

static inline __m128d f64x2_round_to_odd(__m128d s, __m128d error)
{
    __m128i u = _mm_castpd_si128(s);
    __m128i differ = _mm_srli_epi64(_mm_castpd_si128(_mm_xor_pd(s, error)), 63);
    __m128i odd = _mm_or_si128(_mm_sub_epi64(u, differ), _mm_set1_epi64x(1));
    __m128d zero = _mm_setzero_pd();
    __m128i inexact =
        _mm_castpd_si128(_mm_or_pd(_mm_cmplt_pd(error, zero), _mm_cmpgt_pd(error, zero)));
    return _mm_castsi128_pd(
        _mm_or_si128(_mm_and_si128(inexact, odd), _mm_andnot_si128(inexact, u)));
}

static inline __m128d f64x2_sum_to_odd(__m128d a, __m128d b)
{
    __m128d s = _mm_add_pd(a, b);
    return f64x2_round_to_odd(s, f64x2_two_sum_error(a, b, s));
}

static inline __m128 f32x4_exact_fma(__m128 a, __m128 b, __m128 c)
{
    __m128d low = f64x2_sum_to_odd(_mm_mul_pd(_mm_cvtps_pd(a), _mm_cvtps_pd(b)), _mm_cvtps_pd(c));
    a = _mm_movehl_ps(a, a);
    b = _mm_movehl_ps(b, b);
    c = _mm_movehl_ps(c, c);
    __m128d high = f64x2_sum_to_odd(_mm_mul_pd(_mm_cvtps_pd(a), _mm_cvtps_pd(b)), _mm_cvtps_pd(c));
    return _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high));
}

/* Return the high part of Veltkamp's split: a = high + low with 26 bits each. */
static inline __m128d f64x2_high_part(__m128d a)
{
    __m128d t = _mm_mul_pd(a, _mm_set1_pd(0x1p27 + 1));
    return _mm_sub_pd(t, _mm_sub_pd(t, a));
}

static inline __m128d f64x2_magnitude(__m128d a) { return _mm_andnot_pd(_mm_set1_pd(-0.0), a); }

static inline __m128d f64x2_exact_fma(__m128d a, __m128d b, __m128d c)
{
    const __m128d largest_factor = _mm_set1_pd(0x1p990), largest = _mm_set1_pd(0x1p1000);
    __m128d product = _mm_mul_pd(a, b), size = f64x2_magnitude(product);
    __m128d safe = _mm_cmpge_pd(size, _mm_set1_pd(0x1p-900));
    safe = _mm_and_pd(safe, _mm_cmple_pd(size, largest));
    safe = _mm_and_pd(safe, _mm_cmple_pd(f64x2_magnitude(a), largest_factor));
    safe = _mm_and_pd(safe, _mm_cmple_pd(f64x2_magnitude(b), largest_factor));
    safe = _mm_and_pd(safe, _mm_cmple_pd(f64x2_magnitude(c), largest));
    if (_mm_movemask_pd(safe) != 3) {
        double x[2], y[2], z[2];
        _mm_storeu_pd(x, a);
        _mm_storeu_pd(y, b);
        _mm_storeu_pd(z, c);
        return _mm_set_pd(f64_fma_by_integers(x[1], y[1], z[1]),
                          f64_fma_by_integers(x[0], y[0], z[0]));
    }
    __m128d ah = f64x2_high_part(a), al = _mm_sub_pd(a, ah);
    __m128d bh = f64x2_high_part(b), bl = _mm_sub_pd(b, bh);
    __m128d rest = _mm_sub_pd(_mm_mul_pd(ah, bh), product);
    rest = _mm_add_pd(_mm_add_pd(rest, _mm_mul_pd(ah, bl)), _mm_mul_pd(al, bh));
    rest = _mm_add_pd(rest, _mm_mul_pd(al, bl)); /* product + rest = a * b exactly */
    __m128d t = _mm_add_pd(c, rest), t_error = f64x2_two_sum_error(c, rest, t);
    __m128d v = _mm_add_pd(product, t), v_error = f64x2_two_sum_error(product, t, v);
    return _mm_add_pd(v, f64x2_sum_to_odd(t_error, v_error));
}
#endif
#endif
