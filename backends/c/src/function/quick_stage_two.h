/* quick_stage_two.h - the stage of two_operands.c that applies the tests of decide_lanes.h to
 * binary64 values, like quick_stage.h for one operand. In place, operands are copied into a stage,
 * and results are copied out of it at the end.
 */
#ifndef SB_QUICK_STAGE_TWO_H
#define SB_QUICK_STAGE_TWO_H

#include <string.h>

#include "core/environment.h"
#include "function/decide_lanes.h"
#include "simd/half.h"
#include "simd/short_lanes.h"

#if SB_HAS_DECIDE_SHORT

enum { LONG_STAGE = 1024, VECTOR = 8 /* binary64 lanes */, LANES_PAD = 64 };

/* Return the operands in binary32: a pointer to `from` itself, or to a copy in `stage`. `subnormal`
 * becomes non-zero if a binary32 operand is subnormal. Binary16 operands are never subnormal in
 * binary32. */
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

/* Gather the open pairs of operands, in whole vectors. The last vector is filled up with ones. */
static int gather_open(const float *a, const float *b, const uint32_t *open, int64_t count,
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
    for (int i = 0; i < VECTOR; i++) x[found + i] = y[found + i] = 1.0;
    return found;
}

#define NEARLY_TWO_ERROR 0x1p-21f

static uint32_t round_nearly_f16(const float *w, uint16_t *y, uint32_t *open, int64_t count)
{
    return half_decide(w, y, open, count, NEARLY_TWO_ERROR);
}

/* NEARLY_TWO_ERROR is at most 8 units in the last place of binary32. */
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
            bits |= (lanes_mask_bits(near) | (lanes_mask_bits(number) ^ ((1u << LANES_COUNT) - 1u)))
                    << j;
        }
        open[i / 32] = bits;
        any |= bits;
    }
    return any;
}

#define nearly_f32(f, x, y, to, open, any, count) 0
#define FORMAT f16
#include "function/nearly_two_template.h"
#define FORMAT bf16
#include "function/nearly_two_template.h"

#if SB_HAS_DECIDE_LANES
#define FORMAT f32
#include "function/quick_stage_two_template.h"
#else
#define quickly_f32(f, a, b, to, count) 0
#endif
#define FORMAT f16
#include "function/quick_stage_two_template.h"
#define FORMAT bf16
#include "function/quick_stage_two_template.h"
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
