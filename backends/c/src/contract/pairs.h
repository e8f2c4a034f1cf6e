/* pairs.h - lanes of 32 bits. Each lane holds a pair of 16-bit integers, or a sum.
 *
 * v_pairs multiplies the pairs of two vectors and adds neighbours to 32 bits, as an instruction of
 * every x86-64 processor does. Arithmetic wraps. Do not include this header together with the
 * vectors of simd/.
 */
#ifndef SB_CONTRACT_PAIRS_H
#define SB_CONTRACT_PAIRS_H

#include <stdint.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 16")

#if defined(__AVX512BW__)
#include <immintrin.h>
enum { LANES = 16 };
typedef __m512i vint;
INLINE vint v_load(const uint32_t *p) { return _mm512_loadu_si512(p); }
INLINE void v_store(uint32_t *p, vint v) { _mm512_storeu_si512(p, v); }
INLINE vint v_set(uint32_t x) { return _mm512_set1_epi32((int)x); }
INLINE vint v_add(vint a, vint b) { return _mm512_add_epi32(a, b); }
INLINE vint v_pairs(vint a, vint b) { return _mm512_madd_epi16(a, b); }
#elif defined(__AVX2__)
#include <immintrin.h>
enum { LANES = 8 };
typedef __m256i vint;
INLINE vint v_load(const uint32_t *p) { return _mm256_loadu_si256((const vint *)(const void *)p); }
INLINE void v_store(uint32_t *p, vint v) { _mm256_storeu_si256((vint *)(void *)p, v); }
INLINE vint v_set(uint32_t x) { return _mm256_set1_epi32((int)x); }
INLINE vint v_add(vint a, vint b) { return _mm256_add_epi32(a, b); }
INLINE vint v_pairs(vint a, vint b) { return _mm256_madd_epi16(a, b); }
#elif defined(__SSE2__)
#include <emmintrin.h>
enum { LANES = 4 };
typedef __m128i vint;
INLINE vint v_load(const uint32_t *p) { return _mm_loadu_si128((const vint *)(const void *)p); }
INLINE void v_store(uint32_t *p, vint v) { _mm_storeu_si128((vint *)(void *)p, v); }
INLINE vint v_set(uint32_t x) { return _mm_set1_epi32((int)x); }
INLINE vint v_add(vint a, vint b) { return _mm_add_epi32(a, b); }
INLINE vint v_pairs(vint a, vint b) { return _mm_madd_epi16(a, b); }
#else
enum { LANES = 4 };
typedef uint32_t vint __attribute__((vector_size(16)));
INLINE vint v_load(const uint32_t *p)
{
    vint v;
    memcpy(&v, p, sizeof v);
    return v;
}
INLINE void v_store(uint32_t *p, vint v) { memcpy(p, &v, sizeof v); }
INLINE vint v_set(uint32_t x) { return (vint){x, x, x, x}; }
INLINE vint v_add(vint a, vint b) { return a + b; }
INLINE vint v_pairs(vint a, vint b)
{
    vint sum = {0};
    UNROLL for (int i = 0; i < LANES; ++i)
    {
        int32_t low = (int16_t)a[i] * (int16_t)b[i];
        int32_t high = (int16_t)(a[i] >> 16) * (int16_t)(b[i] >> 16);
        sum[i] = (uint32_t)low + (uint32_t)high;
    }
    return sum;
}
#endif

#endif
