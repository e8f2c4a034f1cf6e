/* quick_stage2.h - the part of function2.c in which binary64 values meet the tests of decide_lanes.h,
 * as quick_stage.h for one operand. In place, operands are copied into a stage and results leave it at
 * the end.
 */
#ifndef SB_QUICK_STAGE2_H
#define SB_QUICK_STAGE2_H

#include <string.h>

#include "core/environment.h"
#include "simd/decide_lanes.h"
#include "simd/half.h"
#include "simd/short_lanes.h"

#if SB_HAS_DECIDE_SHORT

enum { LONG_STAGE = 1024, VECTOR = 8 /* binary64 lanes */, LANES_PAD = 64 };

/* Operands in binary32: where they stand, or in `stage`; `subnormal` becomes non-zero where one is
 * subnormal there, as no binary16 number is. */
#if SB_HAS_DECIDE_LANES
static const float *enter_lanes_f32(const float *from, float *stage, int64_t count, int apart,
                                    uint32_t *subnormal)
{
    *subnormal |= subnormal_lanes(from, count);
    return apart ? from : memcpy(stage, from, (size_t)count * sizeof *from);
}
#endif
static const float *enter_lanes_f16(const uint16_t *from, float *stage, int64_t count, int apart,
                                    uint32_t *subnormal)
{
    (void)apart;
    (void)subnormal;
    half_widen(from, stage, count);
    return stage;
}
static const float *enter_lanes_bf16(const uint16_t *from, float *stage, int64_t count, int apart,
                                     uint32_t *subnormal)
{
    const short_bits size = short_set(0x7fff), one = short_set(1);
    short_bits least = short_set(-1);
    (void)apart;
    for (int64_t i = 0; i < count; i += SHORT_COUNT) {
        const short_bits x = short_load(from + i);
        least = short_lesser(least, short_sub(short_and(x, size), one));
        short_widen_bf16(stage + i, x);
    }
    *subnormal |= (uint32_t)short_any_below(least, 0x7f);
    return stage;
}

/* The pairs of operands that are open, in whole vectors: the last one is filled up with ones. */
static int gather_pairs(const float *a, const float *b, const uint32_t *open, int64_t count,
                        double *x, double *y, int *places)
{
    int found = 0;
    for (int w = 0; w < (int)count / 32; w++)
        for (uint32_t bits = open[w]; bits != 0; bits &= bits - 1) {
            const int i = 32 * w + __builtin_ctz(bits);
            places[found] = i;
            x[found] = f64_from_any_f32(a[i]);
            y[found++] = f64_from_any_f32(b[i]);
        }
    for (int i = 0; i < VECTOR; i++)
        x[found + i] = y[found + i] = 1.0;
    return found;
}

#define NEARLY2_ERROR 0x1p-21f

static uint32_t round_nearly_f16(const float *w, uint16_t *y, uint32_t *open, int64_t count)
{
    return half_decide(w, y, open, count, NEARLY2_ERROR);
}

/* That error is 8 units in the last place at most. */
static uint32_t round_nearly_bf16(const float *w, uint16_t *y, uint32_t *open, int64_t count)
{
    const lanes_int window = lanes_int_set((0x8000 - 8) << 16), reach = lanes_int_set(16 << 16);
    uint32_t any = 0;
    for (int64_t i = 0; i < count; i += 32) {
        uint32_t bits = 0;
        for (int j = 0; j < 32; j += LANES_COUNT) {
            lanes v = lanes_load(w + i + j);
            lanes_int u = lanes_bits(v), from = lanes_int_sub(lanes_int_shift_left(u, 16), window);
            lanes_mask near = lanes_int_at_most(lanes_every(), from, reach);
            lanes_mask number = lanes_equal(lanes_every(), v, v);
            short_store_upper(y + i + j, lanes_int_sub(u, lanes_int_set(-0x8000)));
            bits |= (lanes_mask_bits(near) | (lanes_mask_bits(number) ^ ((1u << LANES_COUNT) - 1u))) << j;
        }
        open[i / 32] = bits;
        any |= bits;
    }
    return any;
}

/* The results by the loop over binary32 lanes; 0 where there is none, something underflows, or more is
 * open than is worth it. */
#define NEARLY2(format)                                                                            \
    static int nearly_##format(const sb_function2 *f, const float *x, const float *y,              \
                               sb_##format *to, uint32_t *open, uint32_t *any, int64_t count)      \
    {                                                                                              \
        float w[LONG_STAGE];                                                                       \
        int left = 0;                                                                              \
        if (f->nearly == NULL)                                                                     \
            return 0;                                                                              \
        sb_environment saved = sb_environment_flush();                                             \
        f->nearly(x, y, w, count);                                                                 \
        const int careful = sb_environment_underflowed();                                          \
        *any = round_nearly_##format(w, to, open, count);                                          \
        sb_environment_leave(saved);                                                               \
        if (*any != 0)                                                                             \
            for (int64_t i = 0; i < count / 32; i++)                                               \
                left += __builtin_popcount(open[i]);                                               \
        return !careful && left <= count / 16;                                                     \
    }
#define nearly_f32(f, x, y, to, open, any, count) 0
NEARLY2(f16)
NEARLY2(bf16)

/* As many results as there are whole vectors for; 0 as well where subnormal numbers turn up, which
 * decide.h must see. */
#define QUICK2(format)                                                                             \
    static int64_t quickly_##format(const sb_function2 *f, const sb_##format *a,                   \
                                    const sb_##format *b, sb_##format *to, int64_t count)          \
    {                                                                                              \
        const int64_t whole = (count < LONG_STAGE ? count : LONG_STAGE) / LANES_PAD * LANES_PAD;   \
        const int apart = a != to && b != to;                                                      \
        float first[LONG_STAGE], second[LONG_STAGE];                                               \
        sb_##format results[LONG_STAGE], *target = apart ? to : results;                           \
        double v[LONG_STAGE], x[LONG_STAGE + VECTOR], y[LONG_STAGE + VECTOR];                      \
        uint32_t open[LONG_STAGE / 32], any = 0;                                                   \
        int places[LONG_STAGE];                                                                    \
        uint32_t subnormal = 0;                                                                    \
        const float *left = enter_lanes_##format(a, first, whole, apart, &subnormal);              \
        const float *right = enter_lanes_##format(b, second, whole, apart, &subnormal);            \
        if (subnormal != 0)                                                                        \
            return 0;                                                                              \
        if (!nearly_##format(f, left, right, target, open, &any, whole)) {                         \
            sb_environment saved = sb_environment_flush();                                         \
            f->approximate_f32(left, right, v, whole);                                             \
            int careful = sb_environment_underflowed();                                            \
            any = decide_lanes_##format(v, target, open, whole);                                   \
            careful |= underflowed_##format();                                                     \
            sb_environment_leave(saved);                                                           \
            if (careful)                                                                           \
                return 0;                                                                          \
        }                                                                                          \
        if (!apart)                                                                                \
            memcpy(to, results, (size_t)whole * sizeof *to);                                       \
        if (any == 0)                                                                              \
            return whole;                                                                          \
        const int found = gather_pairs(left, right, open, whole, x, y, places);                    \
        f->evaluate(x, y, (found + VECTOR - 1) / VECTOR * VECTOR);                                 \
        for (int i = 0; i < found; i++)                                                            \
            to[places[i]] = last_##format(x[i]);                                                   \
        return whole;                                                                              \
    }
#if SB_HAS_DECIDE_LANES
QUICK2(f32)
#else
#define quickly_f32(f, a, b, to, count) 0
#endif
QUICK2(f16)
QUICK2(bf16)
#define quickly_f8e4m3fn(f, a, b, to, count) 0
#define quickly_f8e5m2(f, a, b, to, count) 0

#else
#define quickly_f32(f, a, b, to, count) 0
#define quickly_f16(f, a, b, to, count) 0
#define quickly_bf16(f, a, b, to, count) 0
#define quickly_f8e4m3fn(f, a, b, to, count) 0
#define quickly_f8e5m2(f, a, b, to, count) 0
#endif
#endif
