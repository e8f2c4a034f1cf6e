/* doubles.h - vectors of binary64: 8 numbers with AVX-512, 4 with AVX2.
 *
 * It has IEEE operations that are rounded once, tables of 16 entries, and comparisons.
 * SB_HAS_DOUBLES says whether this build has these vectors. doubles_estimates.h adds the functions
 * that need AVX-512.
 */
#ifndef SB_SIMD_DOUBLES_H
#define SB_SIMD_DOUBLES_H

#include "lanes/lanes.h"

#if SB_HAS_LANES && LANES_COUNT == 16
#define SB_HAS_DOUBLES 1

#define DOUBLES_COUNT 8
typedef __m512d doubles;
typedef __m512i doubles_int;
typedef __mmask8 doubles_mask;

LANES_FN doubles doubles_set(double x) { return _mm512_set1_pd(x); }
LANES_FN doubles doubles_load(const double *p) { return _mm512_loadu_pd(p); }
LANES_FN doubles doubles_load_f32(const float *p) { return _mm512_cvtps_pd(_mm256_loadu_ps(p)); }
LANES_FN void doubles_store(double *p, doubles x) { _mm512_storeu_pd(p, x); }
LANES_FN doubles doubles_add(doubles a, doubles b) { return _mm512_add_pd(a, b); }
LANES_FN doubles doubles_sub(doubles a, doubles b) { return _mm512_sub_pd(a, b); }
LANES_FN doubles doubles_mul(doubles a, doubles b) { return _mm512_mul_pd(a, b); }
LANES_FN doubles doubles_div(doubles a, doubles b) { return _mm512_div_pd(a, b); }
LANES_FN doubles doubles_min(doubles a, doubles b) { return _mm512_min_pd(a, b); }
LANES_FN doubles doubles_max(doubles a, doubles b) { return _mm512_max_pd(a, b); }
LANES_FN doubles doubles_abs(doubles a) { return _mm512_abs_pd(a); }
LANES_FN doubles doubles_fma(doubles a, doubles b, doubles c) { return _mm512_fmadd_pd(a, b, c); }
LANES_FN doubles doubles_fms(doubles a, doubles b, doubles c) { return _mm512_fmsub_pd(a, b, c); }
LANES_FN doubles doubles_fnma(doubles a, doubles b, doubles c) { return _mm512_fnmadd_pd(a, b, c); }
LANES_FN doubles_int doubles_bits(doubles a) { return _mm512_castpd_si512(a); }
LANES_FN doubles doubles_of_bits(doubles_int a) { return _mm512_castsi512_pd(a); }
LANES_FN doubles_int doubles_int_set(int64_t x) { return _mm512_set1_epi64(x); }
LANES_FN doubles_int doubles_int_add(doubles_int a, doubles_int b)
{
    return _mm512_add_epi64(a, b);
}
LANES_FN doubles_int doubles_int_sub(doubles_int a, doubles_int b)
{
    return _mm512_sub_epi64(a, b);
}
LANES_FN doubles_int doubles_int_and(doubles_int a, doubles_int b)
{
    return _mm512_and_si512(a, b);
}
LANES_FN doubles_int doubles_int_or(doubles_int a, doubles_int b) { return _mm512_or_si512(a, b); }
LANES_FN doubles_int doubles_int_xor(doubles_int a, doubles_int b)
{
    return _mm512_xor_si512(a, b);
}
#define doubles_int_shift_left(a, n) _mm512_slli_epi64(a, n)
#define doubles_int_shift_right(a, n) _mm512_srli_epi64(a, n) /* shifts in zeros */

LANES_FN doubles_mask doubles_equal(doubles a, doubles b)
{
    return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ);
}
LANES_FN doubles_mask doubles_below(doubles a, doubles b)
{
    return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ);
}
LANES_FN doubles_mask doubles_both(doubles_mask a, doubles_mask b) { return a & b; }
LANES_FN doubles_mask doubles_either(doubles_mask a, doubles_mask b) { return a | b; }
LANES_FN doubles doubles_select(doubles_mask m, doubles yes, doubles no)
{
    return _mm512_mask_mov_pd(no, m, yes);
}
LANES_FN doubles doubles_round(doubles a) /* to an integer */
{
    return _mm512_roundscale_pd(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
LANES_FN uint64_t doubles_mask_bits(doubles_mask m) { return m; }
LANES_FN int doubles_any(doubles_mask m) { return m != 0; }

/* Look up one of 16 entries by the low 4 bits of each lane. */
typedef doubles_int doubles_place;
LANES_FN doubles_place doubles_place_of(doubles_int bits) { return bits; }

typedef struct doubles_table {
    doubles low, high;
} doubles_table;

LANES_FN doubles_table doubles_table_load(const double *p)
{
    doubles_table t = {_mm512_loadu_pd(p), _mm512_loadu_pd(p + 8)};
    return t;
}

LANES_FN doubles doubles_lookup(doubles_table t, doubles_place at)
{
    return _mm512_permutex2var_pd(t.low, at, t.high);
}

/* Four columns of 16 entries. */
typedef struct doubles_columns {
    doubles_table column[4];
} doubles_columns;

LANES_FN doubles_columns doubles_columns_load(const double (*rows)[4])
{
    const doubles_int next = _mm512_set_epi64(28, 24, 20, 16, 12, 8, 4, 0);
    doubles_columns t;
    LANES_UNROLL
    for (int i = 0; i < 4; i++) {
        t.column[i].low = _mm512_i64gather_pd(next, &rows[0][i], 8);
        t.column[i].high = _mm512_i64gather_pd(next, &rows[8][i], 8);
    }
    return t;
}

/* Look up one entry of each column. */
LANES_FN void doubles_columns_lookup(const doubles_columns *t, doubles_place at, doubles c[4])
{
    LANES_UNROLL
    for (int i = 0; i < 4; i++) c[i] = doubles_lookup(t->column[i], at);
}

/* Return x times 2^floor(k). The result must be a normal number. */
LANES_FN doubles doubles_scale(doubles x, doubles k) { return _mm512_scalef_pd(x, k); }

#elif SB_HAS_LANES
#define SB_HAS_DOUBLES 1

#define DOUBLES_COUNT 4
typedef __m256d doubles;
typedef __m256i doubles_int;
typedef __m256d doubles_mask;

LANES_FN doubles doubles_set(double x) { return _mm256_set1_pd(x); }
LANES_FN doubles doubles_load(const double *p) { return _mm256_loadu_pd(p); }
LANES_FN void doubles_store(double *p, doubles x) { _mm256_storeu_pd(p, x); }
LANES_FN doubles doubles_add(doubles a, doubles b) { return _mm256_add_pd(a, b); }
LANES_FN doubles doubles_sub(doubles a, doubles b) { return _mm256_sub_pd(a, b); }
LANES_FN doubles doubles_mul(doubles a, doubles b) { return _mm256_mul_pd(a, b); }
LANES_FN doubles doubles_div(doubles a, doubles b) { return _mm256_div_pd(a, b); }
LANES_FN doubles doubles_min(doubles a, doubles b) { return _mm256_min_pd(a, b); }
LANES_FN doubles doubles_max(doubles a, doubles b) { return _mm256_max_pd(a, b); }
LANES_FN doubles doubles_fma(doubles a, doubles b, doubles c) { return _mm256_fmadd_pd(a, b, c); }
LANES_FN doubles doubles_fms(doubles a, doubles b, doubles c) { return _mm256_fmsub_pd(a, b, c); }
LANES_FN doubles doubles_fnma(doubles a, doubles b, doubles c) { return _mm256_fnmadd_pd(a, b, c); }
LANES_FN doubles_int doubles_bits(doubles a) { return _mm256_castpd_si256(a); }
LANES_FN doubles doubles_of_bits(doubles_int a) { return _mm256_castsi256_pd(a); }
LANES_FN doubles_int doubles_int_set(int64_t x) { return _mm256_set1_epi64x(x); }
LANES_FN doubles_int doubles_int_add(doubles_int a, doubles_int b)
{
    return _mm256_add_epi64(a, b);
}
LANES_FN doubles_int doubles_int_sub(doubles_int a, doubles_int b)
{
    return _mm256_sub_epi64(a, b);
}
LANES_FN doubles_int doubles_int_and(doubles_int a, doubles_int b)
{
    return _mm256_and_si256(a, b);
}
LANES_FN doubles_int doubles_int_or(doubles_int a, doubles_int b) { return _mm256_or_si256(a, b); }
LANES_FN doubles_int doubles_int_xor(doubles_int a, doubles_int b)
{
    return _mm256_xor_si256(a, b);
}
#define doubles_int_shift_left(a, n) _mm256_slli_epi64(a, n)
#define doubles_int_shift_right(a, n) _mm256_srli_epi64(a, n)
LANES_FN doubles doubles_abs(doubles a)
{
    return _mm256_and_pd(a, doubles_of_bits(doubles_int_set(INT64_MAX)));
}

LANES_FN doubles_mask doubles_equal(doubles a, doubles b)
{
    return _mm256_cmp_pd(a, b, _CMP_EQ_OQ);
}
LANES_FN doubles_mask doubles_below(doubles a, doubles b)
{
    return _mm256_cmp_pd(a, b, _CMP_LT_OQ);
}
LANES_FN doubles_mask doubles_both(doubles_mask a, doubles_mask b) { return _mm256_and_pd(a, b); }
LANES_FN doubles_mask doubles_either(doubles_mask a, doubles_mask b) { return _mm256_or_pd(a, b); }
LANES_FN doubles doubles_select(doubles_mask m, doubles yes, doubles no)
{
    return _mm256_blendv_pd(no, yes, m);
}
LANES_FN doubles doubles_round(doubles a) /* to an integer */
{
    return _mm256_round_pd(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}
LANES_FN uint64_t doubles_mask_bits(doubles_mask m) { return (uint64_t)_mm256_movemask_pd(m); }
LANES_FN int doubles_any(doubles_mask m) { return _mm256_movemask_pd(m) != 0; }

/* Look up four rows of a table, one per lane. The columns of the result are vectors. Loads and a
 * transposition take less time than a gather. */
typedef struct doubles_place {
    int64_t lane[4];
} doubles_place;

LANES_FN doubles_place doubles_place_of(doubles_int bits)
{
    const __m256i low = _mm256_and_si256(bits, _mm256_set1_epi64x(15));
    const __m128i first = _mm256_castsi256_si128(low), last = _mm256_extracti128_si256(low, 1);
    doubles_place at = {{_mm_cvtsi128_si64(first), _mm_extract_epi64(first, 1),
                         _mm_cvtsi128_si64(last), _mm_extract_epi64(last, 1)}};
    return at;
}

typedef struct doubles_columns {
    const double (*rows)[4];
} doubles_columns;

LANES_FN doubles_columns doubles_columns_load(const double (*rows)[4])
{
    doubles_columns t = {rows};
    return t;
}

LANES_FN void doubles_columns_lookup(const doubles_columns *t, doubles_place at, doubles c[4])
{
    doubles part[4];
    LANES_UNROLL
    for (int i = 0; i < 2; i++) { /* halves of rows i and i + 2 */
        const double *one = t->rows[at.lane[i]], *other = t->rows[at.lane[i + 2]];
        part[i] =
            _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(one)), _mm_loadu_pd(other), 1);
        part[i + 2] = _mm256_insertf128_pd(_mm256_castpd128_pd256(_mm_loadu_pd(one + 2)),
                                           _mm_loadu_pd(other + 2), 1);
    }
    c[0] = _mm256_unpacklo_pd(part[0], part[1]);
    c[1] = _mm256_unpackhi_pd(part[0], part[1]);
    c[2] = _mm256_unpacklo_pd(part[2], part[3]);
    c[3] = _mm256_unpackhi_pd(part[2], part[3]);
}

LANES_FN doubles doubles_scale(doubles x, doubles k)
{
    const doubles magic = doubles_set(0x1.8p52);
    doubles_int n = doubles_bits(doubles_add(_mm256_floor_pd(k), magic));
    return doubles_of_bits(doubles_int_add(doubles_bits(x), doubles_int_shift_left(n, 52)));
}

#else
#define SB_HAS_DOUBLES 0
#endif

#if SB_HAS_DOUBLES
/* Return a polynomial with the coefficients part[0 .. count - 1], count <= 16, lowest first. The
 * coefficients are overwritten. Estrin's scheme is used because latency limits a vector unit
 * here. */
LANES_FN doubles doubles_estrin(doubles *part, int count, doubles x)
{
    _Pragma("GCC unroll 4") for (int left = count; left > 1; left = (left + 1) / 2)
    {
        _Pragma("GCC unroll 8") for (int i = 0; i < left / 2; i++) part[i] =
            doubles_fma(part[2 * i + 1], x, part[2 * i]);
        if (left % 2 != 0)
            part[left / 2] = part[left - 1];
        x = doubles_mul(x, x);
    }
    return part[0];
}

LANES_FN doubles doubles_polynomial(const double *c, int count, doubles x)
{
    doubles part[16];
    _Pragma("GCC unroll 16") for (int i = 0; i < count; i++) part[i] = doubles_set(c[i]);
    return doubles_estrin(part, count, x);
}

/* Return the same polynomial, computed by Horner's scheme. It has fewer operations, so it suits
 * loops that are limited by throughput and not by latency. */
LANES_FN doubles doubles_horner(const double *c, int count, doubles x)
{
    doubles p = doubles_set(c[count - 1]);
    _Pragma("GCC unroll 32") for (int i = count - 2; i >= 0; i--) p =
        doubles_fma(p, x, doubles_set(c[i]));
    return p;
}

/* Return the same polynomial, computed by two Horner schemes in x^2, which is given as `square`.
 * This halves the latency. */
LANES_FN doubles doubles_horner_twice(const double *c, int count, doubles x, doubles square)
{
    doubles last = doubles_set(c[count - 1]), other = doubles_set(c[count - 2]);
    _Pragma("GCC unroll 16") for (int i = count - 3; i >= 0; i--)
    {
        const doubles next = doubles_fma(last, square, doubles_set(c[i]));
        last = other;
        other = next;
    }
    return doubles_fma(last, x, other);
}

/* Return the polynomial with an even number of coefficients, which are vectors. It is computed by
 * two Horner schemes in x^2: one more product, but half the latency. */
LANES_FN doubles doubles_halves(const doubles *part, int count, doubles x)
{
    doubles square = doubles_mul(x, x), even = part[count - 2], odd = part[count - 1];
    _Pragma("GCC unroll 16") for (int i = count - 4; i >= 0; i -= 2)
    {
        even = doubles_fma(even, square, part[i]);
        odd = doubles_fma(odd, square, part[i + 1]);
    }
    return doubles_fma(odd, x, even);
}
#endif
#endif
