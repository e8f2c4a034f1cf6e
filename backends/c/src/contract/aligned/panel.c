/* panel.c - see panel.h.
 *
 * x * 2^-u is exact unless it does not matter: a product below the normal numbers of binary32 is
 * far below a half, so its integer is 0. 2^-u itself may be 2^171, so it is applied as two powers
 * of 2.
 */
#include "contract/aligned/panel.h"

#include "contract/pairs.h"

typedef int32_t ints __attribute__((vector_size(4 * LANES), may_alias));
typedef float floats __attribute__((vector_size(4 * LANES), may_alias));

enum {
    MAGNITUDE = 0x7fffffff,
    INFINITE = 0x7f800000,
    LEAST = -149, /* exponent of the least subnormal number */
    MOST_SCALE = 127
};

sb_digit_plan sb_digit_plan_of(int width_a, int width_b, bool quads)
{
    if (width_a == 24 && width_b == 24)
        return (sb_digit_plan){SB_TWELVES, SB_TWELVES, 2, 2, 4096.0, 2};
    if (width_a == 24)
        return width_b == 16 ? (sb_digit_plan){SB_BYTES, SB_WHOLE, 3, 1, 256.0, 2}
                             : (sb_digit_plan){SB_TWELVES, SB_WHOLE, 2, 1, 4096.0, 2};
    if (width_b == 24)
        return width_a == 16 ? (sb_digit_plan){SB_WHOLE, SB_BYTES, 1, 3, 256.0, 2}
                             : (sb_digit_plan){SB_WHOLE, SB_TWELVES, 1, 2, 4096.0, 2};
    if (width_a == 16 && width_b == 16)
        return (sb_digit_plan){SB_WHOLE, SB_BYTES, 1, 2, 256.0, 2};
    if (width_a == 8 && width_b == 8 && quads)
        return (sb_digit_plan){SB_RAISED, SB_QUADS, 1, 1, 1.0, 4};
    return (sb_digit_plan){SB_WHOLE, SB_WHOLE, 1, 1, 1.0, 2};
}

/* Return the nearest integers, ties to even. A NaN or an infinity gives an arbitrary integer. */
INLINE ints nearest(floats x)
{
#if defined(__AVX512BW__)
    return (ints)_mm512_cvtps_epi32((__m512)x);
#elif defined(__AVX2__)
    return (ints)_mm256_cvtps_epi32((__m256)x);
#elif defined(__SSE2__)
    return (ints)_mm_cvtps_epi32((__m128)x);
#else
    ints q;
    for (int l = 0; l < LANES; ++l) {
        double shifted = (double)x[l] + 0x1.8p52;
        uint64_t bits;
        memcpy(&bits, &shifted, sizeof bits);
        q[l] = (int32_t)(uint32_t)bits;
    }
    return q;
#endif
}

INLINE ints chosen(ints mask, ints yes, ints no) { return (mask & yes) | (~mask & no); }

INLINE ints aligned(floats x, floats first, floats second, ints limit)
{
    ints q = nearest(x * first * second);
    q = chosen(q > limit, limit, q);
    return chosen(q < -limit, -limit, q);
}

/* Compute the digits of q, the highest first. */
INLINE void digits_of(ints q, const sb_digits digits, const int planes, ints *d)
{
    if (digits == SB_WHOLE) {
        d[0] = q;
    } else if (digits == SB_TWELVES) {
        d[0] = (q + 2048) >> 12;
        d[1] = q - (d[0] << 12);
    } else {
        UNROLL for (int p = 0; p < planes; ++p)
        {
            d[p] = q >> (8 * (planes - 1 - p));
            if (p > 0)
                d[p] &= 255;
        }
    }
}

/* Compute two powers of 2 whose product is 2^-u, and the scale 2^u, of a row with greatest
 * magnitude `top`. */
static void scales_of(int32_t top, int width, float *first, float *second, double *scale)
{
    int exponent = top >> 23 ? (top >> 23) - 127 : LEAST + 31 - __builtin_clz((uint32_t)top | 1);
    int u = top ? exponent - (width - 2) : 0, one = -u < MOST_SCALE ? -u : MOST_SCALE;
    uint32_t bits = (uint32_t)(one + 127) << 23, rest = (uint32_t)(-u - one + 127) << 23;
    uint64_t wide = top >= INFINITE ? UINT64_C(0x7ff8000000000000) : (uint64_t)(u + 1023) << 52;
    memcpy(first, &bits, sizeof bits);
    memcpy(second, &rest, sizeof rest);
    memcpy(scale, &wide, sizeof wide);
}

/* Parameters that align the rows of a vector: two powers of 2, and the greatest integer. */
typedef struct unit {
    floats first, second;
    ints limit;
} unit;

INLINE unit unit_of(int lanes, int width, int64_t terms, const float *staged, double *scales)
{
    const ints magnitude = (ints)v_set(MAGNITUDE);
    ints top = (ints)v_set(0);
    for (int64_t k = 0; k < terms; ++k) {
        ints size = *(const ints *)(const void *)(staged + k * lanes) & magnitude;
        top = chosen(size > top, size, top);
    }
    int32_t tops[LANES];
    float powers[2][LANES];
    memcpy(tops, &top, sizeof tops);
    for (int l = 0; l < LANES; ++l)
        scales_of(tops[l], width, &powers[0][l], &powers[1][l], &scales[l]);
    unit u = {.limit = (ints)v_set((1u << (width - 1)) - 1)};
    memcpy(&u.first, powers[0], sizeof u.first);
    memcpy(&u.second, powers[1], sizeof u.second);
    return u;
}

INLINE ints integers_at(const unit *u, const float *staged)
{
    return aligned(*(const floats *)(const void *)staged, u->first, u->second, u->limit);
}

INLINE void align_lanes(const sb_digits digits, const int planes, int lanes, int width,
                        int64_t terms, const float *staged, uint32_t *words, double *scales)
{
    const unit u = unit_of(lanes, width, terms, staged, scales);
    const ints half = (ints)v_set(0xffff);
    for (int64_t k = 0; k < terms; k += 2, staged += 2 * lanes) {
        ints low[3], high[3];
        ints next = (ints)v_set(0);
        if (k + 1 < terms)
            next = integers_at(&u, staged + lanes);
        digits_of(integers_at(&u, staged), digits, planes, low);
        digits_of(next, digits, planes, high);
        UNROLL for (int p = 0; p < planes; ++p, words += lanes) * (ints *)(void *)words =
            (low[p] & half) | high[p] << 16;
    }
}

/* Pack four bytes into a word. The bytes are raised by 128, or preceded by -128 times their sums;
 * see panel.h. */
INLINE void align_quads(const bool raised, int lanes, int width, int64_t terms, const float *staged,
                        uint32_t *words, double *scales)
{
    const unit u = unit_of(lanes, width, terms, staged, scales);
    const ints byte = (ints)v_set(255), signs = (ints)v_set(raised ? 0x80808080 : 0);
    uint32_t *start = words;
    ints sum = (ints)v_set(0);
    if (!raised)
        words += lanes;
    for (int64_t k = 0; k < terms; k += 4, staged += 4 * lanes, words += lanes) {
        ints word = (ints)v_set(0);
        UNROLL for (int i = 0; i < 4; ++i)
        {
            if (k + i >= terms)
                break;
            ints q = integers_at(&u, staged + i * lanes);
            sum += q;
            word |= (q & byte) << (8 * i);
        }
        *(ints *)(void *)words = word ^ signs;
    }
    if (!raised)
        *(ints *)(void *)start = sum * -128;
}

void sb_align_panel(sb_alignment a, sb_matrix x, int64_t terms, int64_t count, float *staged,
                    uint32_t *words, double *scales)
{
    if (count < a.lanes)
        memset(staged, 0, (size_t)(terms * a.lanes) * sizeof(float));
    sb_aligned_read(x, terms, count, staged, a.lanes);
    for (int l = 0; l < a.lanes; l += LANES) {
        if (a.digits == SB_WHOLE)
            align_lanes(SB_WHOLE, 1, a.lanes, a.width, terms, staged + l, words + l, scales + l);
        else if (a.digits == SB_TWELVES)
            align_lanes(SB_TWELVES, 2, a.lanes, a.width, terms, staged + l, words + l, scales + l);
        else if (a.digits == SB_RAISED)
            align_quads(true, a.lanes, a.width, terms, staged + l, words + l, scales + l);
        else if (a.digits == SB_QUADS)
            align_quads(false, a.lanes, a.width, terms, staged + l, words + l, scales + l);
        else if (a.planes == 2)
            align_lanes(SB_BYTES, 2, a.lanes, a.width, terms, staged + l, words + l, scales + l);
        else
            align_lanes(SB_BYTES, 3, a.lanes, a.width, terms, staged + l, words + l, scales + l);
    }
}
