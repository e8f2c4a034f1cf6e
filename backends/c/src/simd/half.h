/* half.h - conversions of binary16 by the processor, for the loops of function/.
 *
 * Widening is exact. Rounding to nearest even is done once, with the same results as the integer
 * code of convert.h. NaN payloads differ from the canonical one, so a NaN is always left to the
 * caller (it is `open`).
 */
#ifndef SB_SIMD_HALF_H
#define SB_SIMD_HALF_H

#include "lanes/lanes.h"

#if SB_HAS_LANES

/* Widen `count` numbers to x[i]. The count is a multiple of 64. */
static inline void half_widen(const uint16_t *from, float *x, int64_t count)
{
    for (int64_t i = 0; i < count; i += LANES_COUNT)
#if defined(__AVX512F__)
        lanes_store(x + i, _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(from + i))));
#else
        lanes_store(x + i, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(from + i))));
#endif
}

/* Round w, which has a relative error of at most `error`. Bit i of `open` says that the error could
 * change y[i]. */
static inline uint32_t half_decide(const float *w, uint16_t *y, uint32_t *open, int64_t count,
                                   float error)
{
    const lanes below = lanes_set(1.0f - error), above = lanes_set(1.0f + error);
    uint32_t any = 0;
    for (int64_t i = 0; i < count; i += 32) {
        uint32_t bits = 0;
        for (int j = 0; j < 32; j += LANES_COUNT) {
            lanes value = lanes_load(w + i + j);
            lanes a = lanes_mul(value, below), b = lanes_mul(value, above);
#if defined(__AVX512F__)
            __m256i low = _mm512_cvtps_ph(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
            __m256i high = _mm512_cvtps_ph(b, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
            _mm256_storeu_si256((__m256i *)(y + i + j), low);
            uint32_t differ = _mm256_cmpneq_epu16_mask(low, high);
            differ |= _mm512_cmp_ps_mask(value, value, _CMP_UNORD_Q);
#else
            __m128i low = _mm256_cvtps_ph(a, _MM_FROUND_TO_NEAREST_INT);
            __m128i high = _mm256_cvtps_ph(b, _MM_FROUND_TO_NEAREST_INT);
            _mm_storeu_si128((__m128i *)(y + i + j), low);
            __m128i same = _mm_cmpeq_epi16(low, high);
            uint32_t differ = ~(uint32_t)_mm_movemask_epi8(_mm_packs_epi16(same, same)) & 0xffu;
            differ |= (uint32_t)_mm256_movemask_ps(_mm256_cmp_ps(value, value, _CMP_UNORD_Q));
#endif
            bits |= differ << j;
        }
        open[i / 32] = bits;
        any |= bits;
    }
    return any;
}

#endif
#endif
