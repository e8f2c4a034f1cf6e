/* lanes.h - vectors of binary32 for functions by float-float arithmetic (enclosed.h): AVX-512,
 * AVX2, or the one lane of a CUDA thread.
 *
 * It has IEEE operations rounded once, comparisons, and tables of 2^LANES_ENTRY_BITS entries in
 * registers (CUDA: in shared memory). SB_HAS_LANES says whether this build has them.
 */
#ifndef SB_LANES_LANES_H
#define SB_LANES_LANES_H

#if defined(__CUDACC__)
#include "lanes/lanes.cuh" /* a header of the CUDA backend */

#elif defined(SB_LANES_HEADER) /* a header of a program that measures the functions */
#include SB_LANES_HEADER

#elif defined(__AVX512F__) && defined(__AVX512DQ__)
#define SB_HAS_LANES 1
#include <immintrin.h>
#include <stdint.h>
#define LANES_FN static inline __attribute__((always_inline))
#define LANES_UNROLL _Pragma("GCC unroll 16")
#define LANES_TWICE _Pragma("GCC unroll 2")

#define LANES_COUNT 16
#define LANES_ENTRY_BITS 5 /* tables have 32 entries */
typedef __m512 lanes;
typedef __m512i lanes_int;
typedef __mmask16 lanes_mask;
typedef struct lanes_table {
    lanes low, high;
} lanes_table;

LANES_FN lanes lanes_set(float x) { return _mm512_set1_ps(x); }
LANES_FN lanes lanes_load(const float *p) { return _mm512_loadu_ps(p); }
LANES_FN void lanes_store(float *p, lanes x) { _mm512_storeu_ps(p, x); }
LANES_FN lanes lanes_add(lanes a, lanes b) { return _mm512_add_ps(a, b); }
LANES_FN lanes lanes_sub(lanes a, lanes b) { return _mm512_sub_ps(a, b); }
LANES_FN lanes lanes_mul(lanes a, lanes b) { return _mm512_mul_ps(a, b); }
LANES_FN lanes lanes_min(lanes a, lanes b) { return _mm512_min_ps(a, b); }
LANES_FN lanes lanes_max(lanes a, lanes b) { return _mm512_max_ps(a, b); }
LANES_FN lanes lanes_abs(lanes a) { return _mm512_abs_ps(a); }
LANES_FN lanes lanes_fma(lanes a, lanes b, lanes c) { return _mm512_fmadd_ps(a, b, c); }
LANES_FN lanes lanes_fms(lanes a, lanes b, lanes c) { return _mm512_fmsub_ps(a, b, c); }
LANES_FN lanes lanes_fnma(lanes a, lanes b, lanes c) { return _mm512_fnmadd_ps(a, b, c); }
LANES_FN lanes_int lanes_bits(lanes a) { return _mm512_castps_si512(a); }
LANES_FN lanes lanes_of_bits(lanes_int a) { return _mm512_castsi512_ps(a); }
LANES_FN lanes_int lanes_int_set(int32_t x) { return _mm512_set1_epi32(x); }
LANES_FN lanes_int lanes_int_sub(lanes_int a, lanes_int b) { return _mm512_sub_epi32(a, b); }
LANES_FN lanes_int lanes_int_and(lanes_int a, lanes_int b) { return _mm512_and_si512(a, b); }
#define lanes_int_shift_left(a, n) _mm512_slli_epi32(a, n)
#define lanes_int_shift_right(a, n) _mm512_srli_epi32(a, n)
LANES_FN lanes lanes_from_int(lanes_int a) { return _mm512_cvtepi32_ps(a); }

/* Return an estimate of 1/x, with 14 bits here. Callers must correct it by residuals, so that
 * results do not depend on its bits. */
LANES_FN lanes lanes_reciprocal(lanes a) { return _mm512_rcp14_ps(a); }

LANES_FN lanes_table lanes_table_load(const float *p)
{
    lanes_table t = {lanes_load(p), lanes_load(p + 16)};
    return t;
}

/* Look up the entry that the low LANES_ENTRY_BITS bits of each lane select. */
LANES_FN lanes lanes_lookup(lanes_table t, lanes_int index)
{
    return _mm512_permutex2var_ps(t.low, index, t.high);
}

/* Columns of 32 entries in memory, because they are too many for registers. */
typedef struct lanes_columns {
    const float (*at)[32];
} lanes_columns;

LANES_FN lanes_columns lanes_columns_load(const float (*p)[32])
{
    lanes_columns t = {p};
    return t;
}

LANES_FN lanes lanes_columns_lookup(lanes_columns t, int column, lanes_int index)
{
    return lanes_lookup(lanes_table_load(t.at[column]), index);
}

LANES_FN lanes_mask lanes_every(void) { return 0xffff; }
LANES_FN lanes_mask lanes_equal(lanes_mask m, lanes a, lanes b)
{
    return _mm512_mask_cmp_ps_mask(m, a, b, _CMP_EQ_OQ);
}
LANES_FN lanes_mask lanes_at_most(lanes_mask m, lanes a, lanes b)
{
    return _mm512_mask_cmp_ps_mask(m, a, b, _CMP_LE_OQ);
}
LANES_FN int lanes_all(lanes_mask m) { return m == 0xffff; }
LANES_FN uint32_t lanes_mask_bits(lanes_mask m) { return m; }

/* Store the mask at bit `at` of `bits`. The mask goes from its register to memory without using a
 * vector unit. */
LANES_FN void lanes_mask_store(uint32_t *bits, int64_t at, lanes_mask m)
{
    typedef __mmask16 __attribute__((may_alias)) mask;
    ((mask *)bits)[at / 16] = m;
}
LANES_FN lanes lanes_select(lanes_mask m, lanes yes, lanes no)
{
    return _mm512_mask_mov_ps(no, m, yes);
}

LANES_FN lanes_int lanes_int_max(lanes_int a, lanes_int b) { return _mm512_max_epu32(a, b); }
LANES_FN lanes_mask lanes_int_at_most(lanes_mask m, lanes_int a, lanes_int b)
{
    return _mm512_mask_cmp_epu32_mask(m, a, b, _MM_CMPINT_LE);
}

/* Return |a| with the sign of s. */
LANES_FN lanes lanes_with_sign(lanes a, lanes s)
{
    return _mm512_castsi512_ps(_mm512_ternarylogic_epi32(lanes_int_set((int32_t)0x80000000),
                                                         lanes_bits(s), lanes_bits(a), 0xca));
}

/* Return x * 2^floor(k). The integer k 2^LANES_ENTRY_BITS is in the low bits of j. */
LANES_FN lanes lanes_scale(lanes x, lanes k, lanes_int j)
{
    (void)j;
    return _mm512_scalef_ps(x, k);
}

#elif defined(__AVX2__) && defined(__FMA__)
#define SB_HAS_LANES 1
#include <immintrin.h>
#include <stdint.h>
#define LANES_FN static inline __attribute__((always_inline))
#define LANES_UNROLL _Pragma("GCC unroll 16")
#define LANES_TWICE _Pragma("GCC unroll 2")

#define LANES_COUNT 8
#define LANES_ENTRY_BITS 3 /* tables have 8 entries */
typedef __m256 lanes;
typedef __m256i lanes_int;
typedef __m256 lanes_mask;
typedef struct lanes_table {
    lanes low;
} lanes_table;

LANES_FN lanes lanes_set(float x) { return _mm256_set1_ps(x); }
LANES_FN lanes lanes_load(const float *p) { return _mm256_loadu_ps(p); }
LANES_FN void lanes_store(float *p, lanes x) { _mm256_storeu_ps(p, x); }
LANES_FN lanes lanes_add(lanes a, lanes b) { return _mm256_add_ps(a, b); }
LANES_FN lanes lanes_sub(lanes a, lanes b) { return _mm256_sub_ps(a, b); }
LANES_FN lanes lanes_mul(lanes a, lanes b) { return _mm256_mul_ps(a, b); }
LANES_FN lanes lanes_min(lanes a, lanes b) { return _mm256_min_ps(a, b); }
LANES_FN lanes lanes_max(lanes a, lanes b) { return _mm256_max_ps(a, b); }
LANES_FN lanes lanes_fma(lanes a, lanes b, lanes c) { return _mm256_fmadd_ps(a, b, c); }
LANES_FN lanes lanes_fms(lanes a, lanes b, lanes c) { return _mm256_fmsub_ps(a, b, c); }
LANES_FN lanes lanes_fnma(lanes a, lanes b, lanes c) { return _mm256_fnmadd_ps(a, b, c); }
LANES_FN lanes_int lanes_bits(lanes a) { return _mm256_castps_si256(a); }
LANES_FN lanes lanes_of_bits(lanes_int a) { return _mm256_castsi256_ps(a); }
LANES_FN lanes_int lanes_int_set(int32_t x) { return _mm256_set1_epi32(x); }
LANES_FN lanes_int lanes_int_sub(lanes_int a, lanes_int b) { return _mm256_sub_epi32(a, b); }
LANES_FN lanes_int lanes_int_and(lanes_int a, lanes_int b) { return _mm256_and_si256(a, b); }
#define lanes_int_shift_left(a, n) _mm256_slli_epi32(a, n)
#define lanes_int_shift_right(a, n) _mm256_srli_epi32(a, n)
LANES_FN lanes lanes_from_int(lanes_int a) { return _mm256_cvtepi32_ps(a); }
LANES_FN lanes lanes_abs(lanes a)
{
    return _mm256_and_ps(a, lanes_of_bits(lanes_int_set(0x7fffffff)));
}

/* Return 1/x by a division, because the estimate of AVX2 has only 12 bits. */
LANES_FN lanes lanes_reciprocal(lanes a) { return _mm256_div_ps(lanes_set(1.0f), a); }

LANES_FN lanes_table lanes_table_load(const float *p)
{
    lanes_table t = {lanes_load(p)};
    return t;
}

LANES_FN lanes lanes_lookup(lanes_table t, lanes_int index)
{
    return _mm256_permutevar8x32_ps(t.low, index);
}

LANES_FN void lanes_int_store(uint32_t *p, lanes_int a) { _mm256_storeu_si256((__m256i *)p, a); }

/* Write rows[at + i] to c[i], for the `at` of each lane and i = 0 .. 3. Loads and a transposition
 * take less time than a gather. */
LANES_FN void lanes_transposed(const float *rows, const uint32_t at[8], lanes c[4])
{
    lanes a[4];
    for (int i = 0; i < 4; i++)
        a[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(rows + at[i])),
                                    _mm_loadu_ps(rows + at[i + 4]), 1);
    lanes low = _mm256_unpacklo_ps(a[0], a[1]), high = _mm256_unpackhi_ps(a[0], a[1]);
    lanes next_low = _mm256_unpacklo_ps(a[2], a[3]), next_high = _mm256_unpackhi_ps(a[2], a[3]);
    c[0] = _mm256_shuffle_ps(low, next_low, 0x44);
    c[1] = _mm256_shuffle_ps(low, next_low, 0xee);
    c[2] = _mm256_shuffle_ps(high, next_high, 0x44);
    c[3] = _mm256_shuffle_ps(high, next_high, 0xee);
}

LANES_FN lanes_mask lanes_every(void) { return lanes_of_bits(lanes_int_set(-1)); }
LANES_FN lanes_mask lanes_equal(lanes_mask m, lanes a, lanes b)
{
    return _mm256_and_ps(m, _mm256_cmp_ps(a, b, _CMP_EQ_OQ));
}
LANES_FN lanes_mask lanes_at_most(lanes_mask m, lanes a, lanes b)
{
    return _mm256_and_ps(m, _mm256_cmp_ps(a, b, _CMP_LE_OQ));
}
LANES_FN int lanes_all(lanes_mask m) { return _mm256_movemask_ps(m) == 0xff; }
LANES_FN uint32_t lanes_mask_bits(lanes_mask m) { return (uint32_t)_mm256_movemask_ps(m); }
LANES_FN void lanes_mask_store(uint32_t *bits, int64_t at, lanes_mask m)
{
    ((unsigned char *)bits)[at / 8] = (unsigned char)lanes_mask_bits(m);
}
LANES_FN lanes lanes_select(lanes_mask m, lanes yes, lanes no)
{
    return _mm256_blendv_ps(no, yes, m);
}

LANES_FN lanes_int lanes_int_max(lanes_int a, lanes_int b) { return _mm256_max_epu32(a, b); }
LANES_FN lanes_mask lanes_int_at_most(lanes_mask m, lanes_int a, lanes_int b)
{
    return _mm256_and_ps(m, lanes_of_bits(_mm256_cmpeq_epi32(_mm256_min_epu32(a, b), a)));
}

LANES_FN lanes lanes_with_sign(lanes a, lanes s)
{
    const lanes sign = lanes_of_bits(lanes_int_set((int32_t)0x80000000));
    return _mm256_or_ps(_mm256_andnot_ps(sign, a), _mm256_and_ps(sign, s));
}

/* Return x * 2^floor(k). The result must be a normal number. */
LANES_FN lanes lanes_scale(lanes x, lanes k, lanes_int j)
{
    (void)j;
    lanes_int n = _mm256_cvtps_epi32(_mm256_floor_ps(k));
    return lanes_of_bits(_mm256_add_epi32(lanes_bits(x), _mm256_slli_epi32(n, 23)));
}

#else
#define SB_HAS_LANES 0
#endif
#endif
