/* vector_f32.h - the vectors of binary32 of this build, under the names that the templates use.
 *
 * A file includes either vector_f32.h or vector_f64.h. `real`, `vreal` and the v_ functions then
 * refer to that format. There are only IEEE operations that are rounded once (+, * and fma), loads,
 * stores and shuffles. v_even and v_odd separate the lanes of two vectors, within pieces of 128
 * bits (f32: lanes 0, 2 of a, then of b). v_even_pieces and v_odd_pieces separate the pieces.
 * Without AVX a vector has four lanes, which gcc maps to SSE2 or NEON.
 */
#ifndef SB_SIMD_VECTOR_F32_H
#define SB_SIMD_VECTOR_F32_H

#ifdef SB_SIMD_VECTOR_F64_H
#error "one vector format for each file"
#endif

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "samebits.h"
#include "simd/exact_fma.h"

typedef float real;
#define real_canonical_nan f32_from_bits(0x7fc00000u)
#define REAL(name) name##_f32
#define REAL_FORMAT SB_F32
#define SB_REAL_BITS 32
#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 32")

/* v_stream writes an aligned vector with a store that bypasses the caches (see simd/stream.h). */
#if defined(__AVX512F__)
enum { LANES = 16 };
typedef __m512 vreal;

INLINE vreal v_load(const real *p) { return _mm512_loadu_ps(p); }
INLINE void v_store(real *p, vreal v) { _mm512_storeu_ps(p, v); }
INLINE void v_stream(real *p, vreal v) { _mm512_stream_ps(p, v); }
INLINE vreal v_set(real x) { return _mm512_set1_ps(x); }
INLINE vreal v_add(vreal a, vreal b) { return _mm512_add_ps(a, b); }
INLINE vreal v_mul(vreal a, vreal b) { return _mm512_mul_ps(a, b); }
INLINE vreal v_fma(vreal a, vreal b, vreal c) { return _mm512_fmadd_ps(a, b, c); }

INLINE vreal v_canonical(vreal v)
{
    return _mm512_mask_mov_ps(v, _mm512_cmp_ps_mask(v, v, _CMP_UNORD_Q), v_set(real_canonical_nan));
}

/* Load the first n lanes from memory, and fill the others with -0 (the identity of addition). */
INLINE vreal v_load_first(const real *p, int n)
{
    return _mm512_mask_loadu_ps(v_set(-0.0f), (__mmask16)((1u << n) - 1u), p);
}

INLINE vreal v_even(vreal a, vreal b) { return _mm512_shuffle_ps(a, b, 0x88); }
INLINE vreal v_odd(vreal a, vreal b) { return _mm512_shuffle_ps(a, b, 0xdd); }
INLINE vreal v_even_pieces(vreal a, vreal b) { return _mm512_shuffle_f32x4(a, b, 0x88); }
INLINE vreal v_odd_pieces(vreal a, vreal b) { return _mm512_shuffle_f32x4(a, b, 0xdd); }

/* Load lane 2 i of memory into lanes 2 i and 2 i + 1, or lane 2 i + 1 into both lanes. The load
 * instruction does this at no cost. */
INLINE vreal v_load_even_twice(const real *p) { return _mm512_moveldup_ps(v_load(p)); }
INLINE vreal v_load_odd_twice(const real *p) { return _mm512_movehdup_ps(v_load(p)); }

/* Return the even lanes of a and the odd lanes of b. */
INLINE vreal v_alternate(vreal a, vreal b) { return _mm512_mask_mov_ps(a, 0xaaaa, b); }

/* Return halves of each piece: [a0 a1 b0 b1], or [a2 a3 b2 b3]. */
INLINE vreal v_low_halves(vreal a, vreal b) { return _mm512_shuffle_ps(a, b, 0x44); }
INLINE vreal v_high_halves(vreal a, vreal b) { return _mm512_shuffle_ps(a, b, 0xee); }

/* Transpose: columns[c], lane r = p[r * ld + c]. Each row is loaded with one access, because rows
 * that are a multiple of 4 KiB apart share a set of the cache. Then come 4x4 transposes within
 * 128-bit pieces, and then transposes of the pieces. */
INLINE void v_transpose(const real *p, ptrdiff_t ld, vreal columns[16])
{
    vreal t[16];
    UNROLL for (int q = 0; q < 4; ++q)
    {
        const real *row = p + 4 * q * ld;
        vreal r0 = v_load(row), r1 = v_load(row + ld), r2 = v_load(row + 2 * ld);
        vreal r3 = v_load(row + 3 * ld);
        __m512d a = _mm512_castps_pd(_mm512_unpacklo_ps(r0, r1));
        __m512d b = _mm512_castps_pd(_mm512_unpackhi_ps(r0, r1));
        __m512d c = _mm512_castps_pd(_mm512_unpacklo_ps(r2, r3));
        __m512d d = _mm512_castps_pd(_mm512_unpackhi_ps(r2, r3));
        t[4 * q] = _mm512_castpd_ps(_mm512_unpacklo_pd(a, c));
        t[4 * q + 1] = _mm512_castpd_ps(_mm512_unpackhi_pd(a, c));
        t[4 * q + 2] = _mm512_castpd_ps(_mm512_unpacklo_pd(b, d));
        t[4 * q + 3] = _mm512_castpd_ps(_mm512_unpackhi_pd(b, d));
    }
    UNROLL for (int i = 0; i < 4; ++i)
    { /* piece j of t[4 q + i]: column 4 j + i of rows 4 q .. */
        vreal even = _mm512_shuffle_f32x4(t[i], t[4 + i], 0x88);
        vreal odd = _mm512_shuffle_f32x4(t[i], t[4 + i], 0xdd);
        vreal even_high = _mm512_shuffle_f32x4(t[8 + i], t[12 + i], 0x88);
        vreal odd_high = _mm512_shuffle_f32x4(t[8 + i], t[12 + i], 0xdd);
        columns[i] = _mm512_shuffle_f32x4(even, even_high, 0x88);
        columns[8 + i] = _mm512_shuffle_f32x4(even, even_high, 0xdd);
        columns[4 + i] = _mm512_shuffle_f32x4(odd, odd_high, 0x88);
        columns[12 + i] = _mm512_shuffle_f32x4(odd, odd_high, 0xdd);
    }
}

#elif defined(__AVX2__) && defined(__FMA__)
enum { LANES = 8 };
typedef __m256 vreal;

INLINE vreal v_load(const real *p) { return _mm256_loadu_ps(p); }
INLINE void v_store(real *p, vreal v) { _mm256_storeu_ps(p, v); }
INLINE void v_stream(real *p, vreal v) { _mm256_stream_ps(p, v); }
INLINE vreal v_set(real x) { return _mm256_set1_ps(x); }
INLINE vreal v_add(vreal a, vreal b) { return _mm256_add_ps(a, b); }
INLINE vreal v_mul(vreal a, vreal b) { return _mm256_mul_ps(a, b); }
INLINE vreal v_fma(vreal a, vreal b, vreal c) { return _mm256_fmadd_ps(a, b, c); }

INLINE vreal v_canonical(vreal v)
{
    return _mm256_blendv_ps(v, v_set(real_canonical_nan), _mm256_cmp_ps(v, v, _CMP_UNORD_Q));
}

INLINE vreal v_load_first(const real *p, int n)
{
    __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i first = _mm256_cmpgt_epi32(_mm256_set1_epi32(n), lane);
    return _mm256_blendv_ps(v_set(-0.0f), _mm256_maskload_ps(p, first), _mm256_castsi256_ps(first));
}

INLINE vreal v_even(vreal a, vreal b) { return _mm256_shuffle_ps(a, b, 0x88); }
INLINE vreal v_odd(vreal a, vreal b) { return _mm256_shuffle_ps(a, b, 0xdd); }
INLINE vreal v_even_pieces(vreal a, vreal b) { return _mm256_permute2f128_ps(a, b, 0x20); }
INLINE vreal v_odd_pieces(vreal a, vreal b) { return _mm256_permute2f128_ps(a, b, 0x31); }

INLINE vreal v_load_even_twice(const real *p) { return _mm256_moveldup_ps(v_load(p)); }
INLINE vreal v_load_odd_twice(const real *p) { return _mm256_movehdup_ps(v_load(p)); }
INLINE vreal v_alternate(vreal a, vreal b) { return _mm256_blend_ps(a, b, 0xaa); }
INLINE vreal v_low_halves(vreal a, vreal b) { return _mm256_shuffle_ps(a, b, 0x44); }
INLINE vreal v_high_halves(vreal a, vreal b) { return _mm256_shuffle_ps(a, b, 0xee); }

INLINE void v_transpose(const real *p, ptrdiff_t ld, vreal columns[8])
{
    UNROLL for (int q = 0; q < 2; ++q)
    {
        vreal t[4];
        UNROLL for (int r = 0; r < 4; ++r)
        {
            const real *row = p + r * ld + 4 * q;
            t[r] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(row)),
                                        _mm_loadu_ps(row + 4 * ld), 1);
        }
        __m256d a = _mm256_castps_pd(_mm256_unpacklo_ps(t[0], t[1]));
        __m256d b = _mm256_castps_pd(_mm256_unpackhi_ps(t[0], t[1]));
        __m256d c = _mm256_castps_pd(_mm256_unpacklo_ps(t[2], t[3]));
        __m256d d = _mm256_castps_pd(_mm256_unpackhi_ps(t[2], t[3]));
        columns[4 * q] = _mm256_castpd_ps(_mm256_unpacklo_pd(a, c));
        columns[4 * q + 1] = _mm256_castpd_ps(_mm256_unpackhi_pd(a, c));
        columns[4 * q + 2] = _mm256_castpd_ps(_mm256_unpacklo_pd(b, d));
        columns[4 * q + 3] = _mm256_castpd_ps(_mm256_unpackhi_pd(b, d));
    }
}

#else
enum { LANES = 4 };
typedef float vreal __attribute__((vector_size(16)));

INLINE vreal v_load(const real *p)
{
    vreal v;
    memcpy(&v, p, sizeof v);
    return v;
}
INLINE void v_store(real *p, vreal v) { memcpy(p, &v, sizeof v); }
INLINE void v_stream(real *p, vreal v) { v_store(p, v); }
INLINE vreal v_set(real x) { return (vreal){x, x, x, x}; }
INLINE vreal v_add(vreal a, vreal b) { return a + b; }
INLINE vreal v_mul(vreal a, vreal b) { return a * b; }

INLINE vreal v_fma(vreal a, vreal b, vreal c)
{
#if !SB_HARDWARE_FMA && defined(__SSE2__)
    return f32x4_exact_fma(a, b, c);
#else
    UNROLL for (int i = 0; i < LANES; ++i) c[i] = f32_exact_fma(a[i], b[i], c[i]);
    return c;
#endif
}

INLINE vreal v_canonical(vreal v)
{
    UNROLL for (int i = 0; i < LANES; ++i) v[i] = f32_canonical(v[i]);
    return v;
}

INLINE vreal v_load_first(const real *p, int n)
{
    real padded[4] = {-0.0f, -0.0f, -0.0f, -0.0f};
    for (int i = 0; i < n; ++i) padded[i] = p[i];
    return v_load(padded);
}

INLINE vreal v_even(vreal a, vreal b) { return (vreal){a[0], a[2], b[0], b[2]}; }
INLINE vreal v_odd(vreal a, vreal b) { return (vreal){a[1], a[3], b[1], b[3]}; }

INLINE void v_transpose(const real *p, ptrdiff_t ld, vreal columns[4])
{
    vreal a = v_load(p), b = v_load(p + ld), c = v_load(p + 2 * ld), d = v_load(p + 3 * ld);
    UNROLL for (int i = 0; i < 4; ++i) columns[i] = (vreal){a[i], b[i], c[i], d[i]};
}
#endif

INLINE real real_abs(real x) { return __builtin_fabsf(x); }
INLINE real real_sqrt(real x) { return __builtin_sqrtf(x); }
INLINE real real_canonical(real x) { return f32_canonical(x); }
INLINE real real_fma(real a, real b, real c) { return f32_exact_fma(a, b, c); }

#endif
