/* remainder_loops.h - the loops of fmod and remainder: quick for all lanes, then long division for
 * those that the quick way leaves as NaN. `finish_f64(r, y)` and `finish_odd(r, y)` take fmod to the
 * op's result, in binary64 and as a value that one more rounding completes. */
#ifndef SB_REMAINDER_LOOPS_H
#define SB_REMAINDER_LOOPS_H

#include "elementwise/elementwise.h"
#include "scalar/remainder.h"

enum { SB_REMAINDER_BLOCK = 256 };

static __attribute__((noinline)) void sb_fmod_block(const double *x, const double *y, double *r,
                                                    int64_t count)
{
    uint64_t undecided = 0;
    SB_VECTORISE for (int64_t i = 0; i < count; i++)
    {
        r[i] = f64_fmod_quick(x[i], y[i]);
        undecided |= mask_nan(r[i]);
    }
    for (int64_t i = 0; undecided != 0 && i < count; i++)
        if (r[i] != r[i])
            r[i] = f64_fmod(x[i], y[i]);
}

#define SB_REMAINDER_LOOP(format, from_wide, finish)                                               \
    static void loop_##format(int64_t count, const void *const *inputs, void *output,              \
                              const double *parameters)                                            \
    {                                                                                              \
        double x[SB_REMAINDER_BLOCK], y[SB_REMAINDER_BLOCK], r[SB_REMAINDER_BLOCK];                \
        (void)parameters;                                                                          \
        for (int64_t done = 0; done < count; done += SB_REMAINDER_BLOCK) {                         \
            const sb_##format *a = (const sb_##format *)inputs[0] + done;                          \
            const sb_##format *b = (const sb_##format *)inputs[1] + done;                          \
            sb_##format *to = (sb_##format *)output + done;                                        \
            const int64_t left = count - done;                                                     \
            const int64_t part = left < SB_REMAINDER_BLOCK ? left : SB_REMAINDER_BLOCK;            \
            for (int64_t i = 0; i < part; i++) {                                                   \
                x[i] = f64_from_##format(a[i]);                                                    \
                y[i] = f64_from_##format(b[i]);                                                    \
            }                                                                                      \
            sb_fmod_block(x, y, r, part);                                                          \
            for (int64_t i = 0; i < part; i++)                                                     \
                to[i] = from_wide(finish(r[i], y[i]));                                             \
        }                                                                                          \
    }

#define f64_from_f64 f64_canonical
#define SB_REMAINDER_KERNEL(op, finish_f64, finish_odd)                                            \
    SB_REMAINDER_LOOP(f64, f64_canonical, finish_f64)                                              \
    SB_REMAINDER_LOOP(f32, f32_from_odd, finish_odd)                                               \
    SB_REMAINDER_LOOP(f16, f16_from_f64, finish_odd)                                               \
    SB_REMAINDER_LOOP(bf16, bf16_from_f64, finish_odd)                                             \
    SB_REMAINDER_LOOP(f8e4m3fn, f8e4m3fn_from_f64, finish_odd)                                     \
    SB_REMAINDER_LOOP(f8e5m2, f8e5m2_from_f64, finish_odd)                                         \
    static const sb_variant variants[] = {                                                         \
        {{SB_F64, SB_F64}, SB_F64, loop_f64},                                                      \
        {{SB_F32, SB_F32}, SB_F32, loop_f32},                                                      \
        {{SB_F16, SB_F16}, SB_F16, loop_f16},                                                      \
        {{SB_BF16, SB_BF16}, SB_BF16, loop_bf16},                                                  \
        {{SB_F8E4M3FN, SB_F8E4M3FN}, SB_F8E4M3FN, loop_f8e4m3fn},                                  \
        {{SB_F8E5M2, SB_F8E5M2}, SB_F8E5M2, loop_f8e5m2},                                          \
        {{0}, 0, NULL}};                                                                           \
    SB_ELEMENTWISE(op, 2)

#endif
