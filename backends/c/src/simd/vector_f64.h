/* vector_f64.h - the vector of binary64 of this build; the same names as in vector_f32.h. */
#ifndef SB_SIMD_VECTOR_F64_H
#define SB_SIMD_VECTOR_F64_H

#ifdef SB_SIMD_VECTOR_F32_H
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

typedef double real;
#define real_canonical_nan f64_from_bits(UINT64_C(0x7ff8000000000000))
#define REAL(name) name##_f64
#define REAL_FORMAT SB_F64
#define SB_REAL_BITS 64
#define INLINE static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 32")

#if defined(__AVX512F__)
enum { LANES = 8 };
typedef __m512d vreal;

INLINE vreal v_load(const real *p) { return _mm512_loadu_pd(p); }
INLINE void v_store(real *p, vreal v) { _mm512_storeu_pd(p, v); }
INLINE vreal v_set(real x) { return _mm512_set1_pd(x); }
INLINE vreal v_add(vreal a, vreal b) { return _mm512_add_pd(a, b); }
INLINE vreal v_mul(vreal a, vreal b) { return _mm512_mul_pd(a, b); }
INLINE vreal v_fma(vreal a, vreal b, vreal c) { return _mm512_fmadd_pd(a, b, c); }

INLINE vreal v_canonical(vreal v)
{
    return _mm512_mask_mov_pd(v, _mm512_cmp_pd_mask(v, v, _CMP_UNORD_Q), v_set(real_canonical_nan));
}

INLINE vreal v_load_first(const real *p, int n)
{
    return _mm512_mask_loadu_pd(v_set(-0.0), (__mmask8)((1u << n) - 1u), p);
}

INLINE vreal v_even(vreal a, vreal b) { return _mm512_unpacklo_pd(a, b); }
INLINE vreal v_odd(vreal a, vreal b) { return _mm512_unpackhi_pd(a, b); }
INLINE vreal v_even_pieces(vreal a, vreal b) { return _mm512_shuffle_f64x2(a, b, 0x88); }
INLINE vreal v_odd_pieces(vreal a, vreal b) { return _mm512_shuffle_f64x2(a, b, 0xdd); }

/* Transpose: columns[c], lane r = p[r * ld + c]. */
INLINE void v_transpose(const real *p, ptrdiff_t ld, vreal columns[8])
{
    UNROLL for (int q = 0; q < 4; ++q)
    {
        vreal t[2];
        UNROLL for (int r = 0; r < 2; ++r)
        {
            const real *row = p + r * ld + 2 * q;
            vreal x = _mm512_castpd128_pd512(_mm_loadu_pd(row));
            x = _mm512_insertf64x2(x, _mm_loadu_pd(row + 2 * ld), 1);
            x = _mm512_insertf64x2(x, _mm_loadu_pd(row + 4 * ld), 2);
            t[r] = _mm512_insertf64x2(x, _mm_loadu_pd(row + 6 * ld), 3);
        }
        columns[2 * q] = _mm512_unpacklo_pd(t[0], t[1]);
        columns[2 * q + 1] = _mm512_unpackhi_pd(t[0], t[1]);
    }
}

#elif defined(__AVX2__) && defined(__FMA__)
enum { LANES = 4 };
typedef __m256d vreal;

INLINE vreal v_load(const real *p) { return _mm256_loadu_pd(p); }
INLINE void v_store(real *p, vreal v) { _mm256_storeu_pd(p, v); }
INLINE vreal v_set(real x) { return _mm256_set1_pd(x); }
INLINE vreal v_add(vreal a, vreal b) { return _mm256_add_pd(a, b); }
INLINE vreal v_mul(vreal a, vreal b) { return _mm256_mul_pd(a, b); }
INLINE vreal v_fma(vreal a, vreal b, vreal c) { return _mm256_fmadd_pd(a, b, c); }

INLINE vreal v_canonical(vreal v)
{
    return _mm256_blendv_pd(v, v_set(real_canonical_nan), _mm256_cmp_pd(v, v, _CMP_UNORD_Q));
}

INLINE vreal v_load_first(const real *p, int n)
{
    __m256i first = _mm256_cmpgt_epi64(_mm256_set1_epi64x(n), _mm256_setr_epi64x(0, 1, 2, 3));
    return _mm256_blendv_pd(v_set(-0.0), _mm256_maskload_pd(p, first), _mm256_castsi256_pd(first));
}

INLINE vreal v_even(vreal a, vreal b) { return _mm256_unpacklo_pd(a, b); }
INLINE vreal v_odd(vreal a, vreal b) { return _mm256_unpackhi_pd(a, b); }
INLINE vreal v_even_pieces(vreal a, vreal b) { return _mm256_permute2f128_pd(a, b, 0x20); }
INLINE vreal v_odd_pieces(vreal a, vreal b) { return _mm256_permute2f128_pd(a, b, 0x31); }

INLINE void v_transpose(const real *p, ptrdiff_t ld, vreal columns[4])
{
    UNROLL for (int q = 0; q < 2; ++q)
    {
        vreal t[2];
        UNROLL for (int r = 0; r < 2; ++r)
        {
            const real *row = p + r * ld + 2 * q;
            t[r] = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(row)),
                                        _mm_loadu_pd(row + 2 * ld), 1);
        }
        columns[2 * q] = _mm256_unpacklo_pd(t[0], t[1]);
        columns[2 * q + 1] = _mm256_unpackhi_pd(t[0], t[1]);
    }
}

#else
enum { LANES = 2 };
typedef double vreal __attribute__((vector_size(16)));

INLINE vreal v_load(const real *p)
{
    vreal v;
    memcpy(&v, p, sizeof v);
    return v;
}
INLINE void v_store(real *p, vreal v) { memcpy(p, &v, sizeof v); }
INLINE vreal v_set(real x) { return (vreal){x, x}; }
INLINE vreal v_add(vreal a, vreal b) { return a + b; }
INLINE vreal v_mul(vreal a, vreal b) { return a * b; }

INLINE vreal v_fma(vreal a, vreal b, vreal c)
{
#if !SB_HARDWARE_FMA && defined(__SSE2__)
    return f64x2_exact_fma(a, b, c);
#else
    UNROLL for (int i = 0; i < LANES; ++i) c[i] = f64_exact_fma(a[i], b[i], c[i]);
    return c;
#endif
}

INLINE vreal v_canonical(vreal v)
{
    UNROLL for (int i = 0; i < LANES; ++i) v[i] = f64_canonical(v[i]);
    return v;
}

INLINE vreal v_load_first(const real *p, int n)
{
    return n == 2 ? v_load(p) : (vreal){n == 1 ? p[0] : -0.0, -0.0};
}

INLINE vreal v_even(vreal a, vreal b) { return (vreal){a[0], b[0]}; }
INLINE vreal v_odd(vreal a, vreal b) { return (vreal){a[1], b[1]}; }

INLINE void v_transpose(const real *p, ptrdiff_t ld, vreal columns[2])
{
    columns[0] = (vreal){p[0], p[ld]};
    columns[1] = (vreal){p[1], p[ld + 1]};
}
#endif

INLINE real real_abs(real x) { return __builtin_fabs(x); }
INLINE real real_sqrt(real x) { return __builtin_sqrt(x); }
INLINE real real_canonical(real x) { return f64_canonical(x); }
INLINE real real_fma(real a, real b, real c) { return f64_exact_fma(a, b, c); }

#endif
