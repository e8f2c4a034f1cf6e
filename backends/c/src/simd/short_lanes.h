/* short_lanes.h - vectors of binary16 and bfloat16 numbers as two vectors of binary32 (AVX-512,
 * AVX2).
 *
 * Widening is exact, and rounding to nearest even is done once (R1). A NaN stays a NaN, which need
 * not be canonical. The numbers of a vector of bfloat16 are the upper and the lower halves of its
 * 32-bit words. So no lane moves, and the order of the halves does not matter.
 */
#ifndef SB_SIMD_SHORT_LANES_H
#define SB_SIMD_SHORT_LANES_H

#include "lanes/lanes.h"

#if SB_HAS_LANES

enum { SHORT_COUNT = 2 * LANES_COUNT };

typedef struct lanes_two {
    lanes a, b;
} lanes_two;

#if LANES_COUNT == 16
typedef __m512i short_bits;

LANES_FN short_bits short_load(const uint16_t *p) { return _mm512_loadu_si512(p); }
LANES_FN void short_store(uint16_t *p, short_bits y) { _mm512_storeu_si512(p, y); }
LANES_FN short_bits short_set(int16_t x) { return _mm512_set1_epi16(x); }
LANES_FN short_bits short_and(short_bits a, short_bits b) { return _mm512_and_si512(a, b); }
LANES_FN short_bits short_sub(short_bits a, short_bits b) { return _mm512_sub_epi16(a, b); }
LANES_FN short_bits short_lesser(short_bits a, short_bits b) { return _mm512_min_epu16(a, b); }
LANES_FN int short_any_below(short_bits a, int16_t bound)
{
    return _mm512_cmplt_epu16_mask(a, short_set(bound)) != 0;
}

LANES_FN lanes short_widen_f16(const uint16_t *p)
{
    return _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)p));
}
LANES_FN void short_narrow_f16(uint16_t *p, lanes x)
{
    _mm256_storeu_si256((__m256i *)p,
                        _mm512_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
}

/* Widen the numbers of x, in their order. */
LANES_FN void short_widen_bf16(float *p, short_bits x)
{
    __m512i low = _mm512_cvtepu16_epi32(_mm512_castsi512_si256(x));
    __m512i high = _mm512_cvtepu16_epi32(_mm512_extracti64x4_epi64(x, 1));
    lanes_store(p, lanes_of_bits(lanes_int_shift_left(low, 16)));
    lanes_store(p + 16, lanes_of_bits(lanes_int_shift_left(high, 16)));
}

/* Store the upper halves of the lanes. */
LANES_FN void short_store_upper(uint16_t *p, lanes_int x)
{
    _mm256_storeu_si256((__m256i *)p, _mm512_cvtepi32_epi16(lanes_int_shift_right(x, 16)));
}

/* Round to nearest even, to the upper 16 bits of each lane. */
LANES_FN lanes_int short_round_even(lanes x)
{
    lanes_int u = lanes_bits(x), one = lanes_int_set(1);
    lanes_mask odd = _mm512_test_epi32_mask(u, lanes_int_set(0x10000));
    u = _mm512_add_epi32(u, lanes_int_set(0x7fff));
    return _mm512_mask_add_epi32(u, odd, u, one);
}
/* Round to the upper 16 bits of each lane. No number may be a midpoint that rounds up. */
LANES_FN lanes_int short_round_plain(lanes x)
{
    return _mm512_add_epi32(lanes_bits(x), lanes_int_set(0x7fff));
}
LANES_FN short_bits short_upper_halves(lanes_int a, lanes_int b)
{
    return _mm512_mask_mov_epi16(lanes_int_shift_right(a, 16), 0xaaaaaaaau, b);
}

/* Return the lanes of m in which neither number is a NaN. */
LANES_FN lanes_mask lanes_numbers(lanes_mask m, lanes_two t)
{
    return _mm512_mask_cmp_ps_mask(m, t.a, t.b, _CMP_ORD_Q);
}

/* Return a b rounded to odd: toward zero, with the last bit set if the result is not exact. (AVX2
 * instructions have no rounding mode of their own, so this would need twice as many operations, and
 * a look-up is equally fast there.) */
#define SB_HAS_PRODUCT_ODD 1
LANES_FN lanes lanes_product_odd(lanes a, lanes b)
{
    lanes p = _mm512_mul_round_ps(a, b, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
    lanes_mask m = _mm512_cmp_ps_mask(lanes_fms(a, b, p), lanes_set(0.0f), _CMP_NEQ_OQ);
    return lanes_of_bits(_mm512_mask_or_epi32(lanes_bits(p), m, lanes_bits(p), lanes_int_set(1)));
}

/* Return 1/x and 1 / sqrt(x) with a relative error of 2^-14. */
LANES_FN lanes lanes_reciprocal_estimate(lanes x) { return _mm512_rcp14_ps(x); }
LANES_FN lanes lanes_reciprocal_root_estimate(lanes x) { return _mm512_rsqrt14_ps(x); }

#else
#define SB_HAS_PRODUCT_ODD 0
typedef __m256i short_bits;

LANES_FN short_bits short_load(const uint16_t *p) { return _mm256_loadu_si256((const __m256i *)p); }
LANES_FN void short_store(uint16_t *p, short_bits y) { _mm256_storeu_si256((__m256i *)p, y); }
LANES_FN short_bits short_set(int16_t x) { return _mm256_set1_epi16(x); }
LANES_FN short_bits short_and(short_bits a, short_bits b) { return _mm256_and_si256(a, b); }
LANES_FN short_bits short_sub(short_bits a, short_bits b) { return _mm256_sub_epi16(a, b); }
LANES_FN short_bits short_lesser(short_bits a, short_bits b) { return _mm256_min_epu16(a, b); }
LANES_FN int short_any_below(short_bits a, int16_t bound)
{
    short_bits top = short_set((int16_t)(bound - 1));
    return _mm256_movemask_epi8(_mm256_cmpeq_epi16(short_lesser(a, top), a)) != 0;
}

LANES_FN lanes short_widen_f16(const uint16_t *p)
{
    return _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)p));
}
LANES_FN void short_narrow_f16(uint16_t *p, lanes x)
{
    _mm_storeu_si128((__m128i *)p, _mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT));
}

LANES_FN void short_widen_bf16(float *p, short_bits x)
{
    __m256i low = _mm256_cvtepu16_epi32(_mm256_castsi256_si128(x));
    __m256i high = _mm256_cvtepu16_epi32(_mm256_extracti128_si256(x, 1));
    lanes_store(p, lanes_of_bits(lanes_int_shift_left(low, 16)));
    lanes_store(p + 8, lanes_of_bits(lanes_int_shift_left(high, 16)));
}

LANES_FN void short_store_upper(uint16_t *p, lanes_int x)
{
    lanes_int y = lanes_int_shift_right(x, 16);
    y = _mm256_permute4x64_epi64(_mm256_packus_epi32(y, y), 0xd8);
    _mm_storeu_si128((__m128i *)p, _mm256_castsi256_si128(y));
}

LANES_FN lanes_int short_round_even(lanes x)
{
    lanes_int u = lanes_bits(x);
    lanes_int odd = lanes_int_and(lanes_int_shift_right(u, 16), lanes_int_set(1));
    return _mm256_add_epi32(_mm256_add_epi32(u, lanes_int_set(0x7fff)), odd);
}
LANES_FN lanes_int short_round_plain(lanes x)
{
    return _mm256_add_epi32(lanes_bits(x), lanes_int_set(0x7fff));
}
LANES_FN short_bits short_upper_halves(lanes_int a, lanes_int b)
{
    return _mm256_blend_epi16(lanes_int_shift_right(a, 16), b, 0xaa);
}

LANES_FN lanes_mask lanes_numbers(lanes_mask m, lanes_two t)
{
    return _mm256_and_ps(m, _mm256_cmp_ps(t.a, t.b, _CMP_ORD_Q));
}

/* Return 1/x and 1 / sqrt(x) with a relative error of 1.5 2^-12. */
LANES_FN lanes lanes_reciprocal_estimate(lanes x) { return _mm256_rcp_ps(x); }
LANES_FN lanes lanes_reciprocal_root_estimate(lanes x) { return _mm256_rsqrt_ps(x); }
#endif

LANES_FN lanes_two short_enter_f16(const uint16_t *p)
{
    lanes_two t = {short_widen_f16(p), short_widen_f16(p + LANES_COUNT)};
    return t;
}
#define short_leave_f16(p, t, narrow) (narrow(p, t.a), narrow((p) + LANES_COUNT, t.b))

LANES_FN lanes_two short_enter_bf16(const uint16_t *p)
{
    const short_bits x = short_load(p);
    lanes_two t = {lanes_of_bits(lanes_int_shift_left(x, 16)),
                   lanes_of_bits(lanes_int_and(x, lanes_int_set((int32_t)0xffff0000)))};
    return t;
}
#define short_leave_bf16(p, t, round) short_store(p, short_upper_halves(round(t.a), round(t.b)))

/* Return the square root of a normal positive number with a relative error below 2^-21.6, or NaN
 * for 0 and infinity. An estimate with an error d <= 1.5 2^-12 has an error of 1.5 d^2 = 3.4 2^-24
 * after one step. Half of the rounding error of g, and one more rounding error, are added. */
LANES_FN lanes lanes_root_nearly(lanes x)
{
    lanes r = lanes_reciprocal_root_estimate(x), g = lanes_mul(x, r);
    return lanes_fma(lanes_mul(g, lanes_set(0.5f)), lanes_fnma(g, r, lanes_set(1.0f)), g);
}

/* Return 1/x with a relative error below 2^-22, if neither 1/x nor x is subnormal. A Newton step
 * squares the error of the estimate, d <= 1.5 2^-12, which gives 2.25 2^-24 and a rounding error.
 * For 0 and an infinity, the estimate is right and the step gives NaN. `min` then returns its
 * second operand, 2^-10, which does not change the result. */
LANES_FN lanes lanes_reciprocal_nearly(lanes x)
{
    lanes r = lanes_reciprocal_estimate(x), step = lanes_fnma(x, r, lanes_set(1.0f));
    return lanes_fma(r, lanes_min(step, lanes_set(0x1p-10f)), r);
}

#else
#define SB_HAS_PRODUCT_ODD 0
#endif
#endif
