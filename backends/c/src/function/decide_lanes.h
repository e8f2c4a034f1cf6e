/* decide_lanes.h - the rounding tests of decide.h on whole vectors: for all formats with AVX-512,
 * and for f16 and bf16 with AVX2.
 *
 * v has a relative error below 2^-44. Its 29 bits beyond binary32 show how far it is from a
 * midpoint. A distance of more than 2^9 units of v exceeds the error, since |v| < 2^53 units. If v
 * rounded to binary32 is not a midpoint of a 16-bit format, it rounds as the exact value does.
 * Undecided lanes, and NaN, get a bit in `open`. These functions must be called with subnormal
 * numbers treated as zeros, and the caller checks for underflow. Counts are multiples of 64.
 * Clauses R1, R2.
 */
#ifndef SB_DECIDE_LANES_H
#define SB_DECIDE_LANES_H

#include "core/environment.h"
#include "elementwise/elementwise.h"
#include "elementwise/format_names.h"
#include "scalar/convert64.h"
#include "lanes/lanes.h"

#if SB_HAS_LANES && LANES_COUNT == 16
#define SB_HAS_DECIDE_LANES 1
#define SB_HAS_DECIDE_SHORT 1

#define DECIDE_BEYOND 29 /* bits of binary64 beyond binary32 */
#define DECIDE_REACH 9   /* 2^9 units are a relative 2^-44 or more */

/* Return 16 lanes rounded to binary32. */
LANES_FN lanes narrow_lanes(const double *v)
{
    __m256 low = _mm512_cvtpd_ps(_mm512_loadu_pd(v)),
           high = _mm512_cvtpd_ps(_mm512_loadu_pd(v + 8));
    return _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
}

/* Return the lanes, of 16, that round as the exact values do. w is v rounded. The test needs only
 * the low halves of v. */
LANES_FN __mmask16 settled_f32(const double *v, lanes w)
{
    const int32_t middle = 1 << (DECIDE_BEYOND - 1), reach = 1 << DECIDE_REACH;
    const int32_t away = (1 << DECIDE_BEYOND) - 2 * reach; /* the bits outside of the window */
    const lanes_int even =
        _mm512_set_epi32(30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2, 0);
    lanes_int low =
        _mm512_permutex2var_epi32(_mm512_loadu_si512(v), even, _mm512_loadu_si512(v + 8));
    lanes_int from_middle = _mm512_add_epi32(low, lanes_int_set(reach - middle));
    return _mm512_mask_test_epi32_mask(_mm512_cmp_ps_mask(w, w, _CMP_ORD_Q), from_middle,
                                       lanes_int_set(away));
}

LANES_FN uint32_t decide_lanes_f32(const double *v, float *y, uint32_t *open, int64_t count)
{
    uint32_t any = 0;
    for (int64_t i = 0; i < count; i += 32) {
        uint32_t bits = 0;
        for (int j = 0; j < 32; j += 16) {
            lanes w = narrow_lanes(v + i + j);
            lanes_store(y + i + j, w);
            bits |= (uint32_t)settled_f32(v + i + j, w) << j;
        }
        open[i / 32] = ~bits;
        any |= ~bits;
    }
    return any;
}

/* Return the lanes that are NaN, and the lanes below 2^-14 that could round to a different binary16
 * number if w has a relative error of 2^-22. */
static __attribute__((noinline)) __mmask16 unsettled_f16(lanes w)
{
    lanes below = lanes_mul(w, lanes_set(1.0f - 0x1p-22f)),
          above = lanes_mul(w, lanes_set(1.0f + 0x1p-22f));
    __mmask16 m = _mm256_cmpneq_epu16_mask(
        _mm512_cvtps_ph(below, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC),
        _mm512_cvtps_ph(above, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
    m &= _mm512_cmp_ps_mask(lanes_abs(w), lanes_set(0x1p-14f), _CMP_LT_OQ);
    return m | _mm512_cmp_ps_mask(w, w, _CMP_UNORD_Q);
}

/* m are the lanes that binary32 rounds to a midpoint. Return the lanes of m that may be a true
 * midpoint. The other lanes of m are rounded from v. */
static __attribute__((noinline)) __mmask16 midway_f16(const double *v, uint16_t *y, __mmask16 m)
{
    const int64_t reach = INT64_C(1) << DECIDE_REACH, unit = INT64_C(1)
                                                             << 42; /* 10 of 52 bits remain */
    for (uint32_t left = m; left != 0; left &= left - 1) {
        const int i = __builtin_ctz(left);
        const uint64_t rest =
            (f64_to_bits(v[i]) + (uint64_t)(reach - unit / 2)) & (uint64_t)(unit - 1);
        if (rest < 2 * (uint64_t)reach || !(v[i] >= 0x1p-14 || v[i] <= -0x1p-14))
            continue;
        y[i] = f16_from_f64(v[i]);
        m &= (__mmask16) ~(1u << i);
    }
    return m;
}

LANES_FN uint32_t decide_lanes_f16(const double *v, uint16_t *y, uint32_t *open, int64_t count)
{
    uint32_t any = 0;
    for (int64_t i = 0; i < count; i += 32) {
        uint32_t bits = 0;
        for (int j = 0; j < 32; j += 16) {
            lanes w = narrow_lanes(v + i + j);
            lanes_int u = lanes_bits(w);
            __m256i half = _mm512_cvtps_ph(w, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
            _mm256_storeu_si256((__m256i *)(y + i + j), half);
            __mmask16 m = _mm512_cmpeq_epi32_mask(lanes_int_and(u, lanes_int_set(0x1fff)),
                                                  lanes_int_set(0x1000));
            /* Twice the magnitude, minus twice 2^-14. This distinguishes numbers below 2^-14,
             * larger numbers up to infinity, and NaN. */
            lanes_int size = lanes_int_sub(_mm512_add_epi32(u, u), lanes_int_set(0x71000000));
            __mmask16 other =
                _mm512_cmpgt_epu32_mask(size, lanes_int_set((int32_t)(0xff000000 - 0x71000000)));
            if (__builtin_expect((other | m) != 0, 0))
                m = unsettled_f16(w) | midway_f16(v + i + j, y + i + j, m);
            bits |= (uint32_t)m << j;
        }
        open[i / 32] = bits;
        any |= bits;
    }
    return any;
}

/* Return a bit for each lane that is NaN or a midpoint. */
static __attribute__((noinline)) uint32_t unsettled_bf16(lanes w)
{
    lanes_int low = lanes_int_shift_left(lanes_bits(w), 16);
    __mmask16 m = _mm512_cmpeq_epi32_mask(low, lanes_int_set((int32_t)0x80000000));
    return m | _mm512_cmp_ps_mask(w, w, _CMP_UNORD_Q);
}

LANES_FN uint32_t decide_lanes_bf16(const double *v, uint16_t *y, uint32_t *open, int64_t count)
{
    const lanes_int middle = lanes_int_set(0x8000);
    uint32_t any = 0;
    for (int64_t i = 0; i < count; i += 32) {
        lanes a = narrow_lanes(v + i), b = narrow_lanes(v + i + 16);
        lanes_int p = _mm512_add_epi32(lanes_bits(a), middle),
                  q = _mm512_add_epi32(lanes_bits(b), middle);
        _mm256_storeu_si256((__m256i *)(y + i),
                            _mm512_cvtepi32_epi16(lanes_int_shift_right(p, 16)));
        _mm256_storeu_si256((__m256i *)(y + i + 16),
                            _mm512_cvtepi32_epi16(lanes_int_shift_right(q, 16)));
        /* For a midpoint, the lower half of the sum is 0. */
        lanes_int rests = _mm512_mask_mov_epi16(p, 0xaaaaaaaau, lanes_int_shift_left(q, 16));
        __mmask32 m = _mm512_testn_epi16_mask(rests, rests);
        open[i / 32] = 0;
        if (__builtin_expect((m | _mm512_cmp_ps_mask(a, b, _CMP_UNORD_Q)) != 0, 0)) {
            open[i / 32] = unsettled_bf16(a) | unsettled_bf16(b) << 16;
            any |= open[i / 32];
        }
    }
    return any;
}

/* Return non-zero if an operand is a subnormal number. Call this function in the default
 * environment. */
LANES_FN uint32_t subnormal_lanes(const float *x, int64_t count)
{
    __mmask16 any = 0;
    for (int64_t i = 0; i < count; i += 16) any |= _mm512_fpclass_ps_mask(lanes_load(x + i), 0x20);
    return any;
}

/* Store NaN where m has a bit. */
LANES_FN void store_nan_f32(float *y, __mmask16 m)
{
    _mm512_mask_storeu_epi32(y, m, lanes_int_set(0x7fc00000));
}
LANES_FN void store_nan_f16(uint16_t *y, __mmask16 m)
{
    _mm256_mask_storeu_epi16(y, m, _mm256_set1_epi16(0x7e00));
}
LANES_FN void store_nan_bf16(uint16_t *y, __mmask16 m)
{
    _mm256_mask_storeu_epi16(y, m, _mm256_set1_epi16(0x7fc0));
}

#define FORMAT f32
#include "function/settle_outside_template.h"
#define FORMAT f16
#include "function/settle_outside_template.h"
#define FORMAT bf16
#include "function/settle_outside_template.h"

#else
#define SB_HAS_DECIDE_LANES 0
#endif

#if SB_HAS_LANES && LANES_COUNT == 8
#define SB_HAS_DECIDE_SHORT 1

LANES_FN lanes narrow_lanes(const double *v)
{
    return _mm256_set_m128(_mm256_cvtpd_ps(_mm256_loadu_pd(v + 4)),
                           _mm256_cvtpd_ps(_mm256_loadu_pd(v)));
}

static __attribute__((noinline)) uint32_t unsettled_f16(lanes w)
{
    lanes below = lanes_mul(w, lanes_set(1.0f - 0x1p-22f)),
          above = lanes_mul(w, lanes_set(1.0f + 0x1p-22f));
    __m128i same = _mm_cmpeq_epi16(_mm256_cvtps_ph(below, _MM_FROUND_TO_NEAREST_INT),
                                   _mm256_cvtps_ph(above, _MM_FROUND_TO_NEAREST_INT));
    lanes m = lanes_of_bits(_mm256_cvtepi16_epi32(_mm_xor_si128(same, _mm_set1_epi16(-1))));
    m = _mm256_and_ps(m, _mm256_cmp_ps(lanes_abs(w), lanes_set(0x1p-14f), _CMP_LT_OQ));
    return lanes_mask_bits(_mm256_or_ps(m, _mm256_cmp_ps(w, w, _CMP_UNORD_Q)));
}

LANES_FN uint32_t decide_lanes_f16(const double *v, uint16_t *y, uint32_t *open, int64_t count)
{
    uint32_t any = 0;
    for (int64_t i = 0; i < count; i += 32) {
        uint32_t bits = 0;
        for (int j = 0; j < 32; j += 8) {
            lanes w = narrow_lanes(v + i + j);
            lanes_int u = lanes_bits(w);
            _mm_storeu_si128((__m128i *)(y + i + j), _mm256_cvtps_ph(w, _MM_FROUND_TO_NEAREST_INT));
            lanes_int middle =
                _mm256_cmpeq_epi32(lanes_int_and(u, lanes_int_set(0x1fff)), lanes_int_set(0x1000));
            uint32_t m = lanes_mask_bits(lanes_of_bits(middle));
            lanes_int size = lanes_int_sub(_mm256_add_epi32(u, u), lanes_int_set(0x71000000));
            lanes_int usual = lanes_int_set((int32_t)(0xff000000 - 0x71000000));
            if (__builtin_expect(!lanes_all(lanes_int_at_most(lanes_every(), size, usual)), 0))
                m |= unsettled_f16(w);
            bits |= m << j;
        }
        open[i / 32] = bits;
        any |= bits;
    }
    return any;
}

LANES_FN uint32_t decide_lanes_bf16(const double *v, uint16_t *y, uint32_t *open, int64_t count)
{
    const lanes_int middle = lanes_int_set(0x8000), midway = lanes_int_set((int32_t)0x80000000);
    uint32_t any = 0;
    for (int64_t i = 0; i < count; i += 32) {
        uint32_t bits = 0;
        for (int j = 0; j < 32; j += 16) {
            lanes_int rounded[2];
            for (int k = 0; k < 2; k++) {
                lanes w = narrow_lanes(v + i + j + 8 * k);
                lanes_int u = lanes_bits(w);
                rounded[k] = lanes_int_shift_right(_mm256_add_epi32(u, middle), 16);
                lanes m = lanes_of_bits(_mm256_cmpeq_epi32(lanes_int_shift_left(u, 16), midway));
                m = _mm256_or_ps(m, _mm256_cmp_ps(w, w, _CMP_UNORD_Q));
                bits |= lanes_mask_bits(m) << (j + 8 * k);
            }
            __m256i y16 = _mm256_packus_epi32(rounded[0], rounded[1]);
            _mm256_storeu_si256((__m256i *)(y + i + j), _mm256_permute4x64_epi64(y16, 0xd8));
        }
        open[i / 32] = bits;
        any |= bits;
    }
    return any;
}

#elif !SB_HAS_DECIDE_LANES
#define SB_HAS_DECIDE_SHORT 0
#endif

/* Return whether a result has underflowed during a test. For binary16 the test itself decides such
 * results, and its conversions underflow by design. */
#define underflowed_f32 sb_environment_underflowed
#define underflowed_bf16 sb_environment_underflowed
#define underflowed_f16() 0

#endif
