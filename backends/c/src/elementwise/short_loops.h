/* short_loops.h - loops of one binary32 operation on the vectors of simd/short_lanes.h, for f16 and bf16.
 *
 * Binary16 numbers are normal numbers of binary32. Bfloat16 has the exponents of binary32: its loops
 * are those of flushed_loop.h, and what these cannot do comes from results that are kept.
 * A block with a NaN among its results is gone over once more, for the canonical one (S1).
 */
#ifndef SB_SHORT_LOOPS_H
#define SB_SHORT_LOOPS_H

#include "elementwise/flushed_loop.h"
#include "function/remembered.h"
#include "simd/short_lanes.h"

#if SB_HAS_LANES

/* quick_part_<format> from operation(x, parameter) on lanes, rounded by `round`; non-zero if place(bits)
 * is below 0x100 for any operand, or the parameter subnormal. The last vector is filled up. */
#define SB_SHORT_PART(format, operation, place, round, infinity, nan)                              \
    LANES_FN void quick_step_##format(const uint16_t *x, uint16_t *y, lanes parameter,             \
                                      lanes_mask *numbers, short_bits *least)                      \
    {                                                                                              \
        lanes_two t = short_enter_##format(x);                                                     \
        (void)parameter;                                                                           \
        *least = short_lesser(*least, place(short_load(x)));                                       \
        t.a = operation(t.a, parameter);                                                           \
        t.b = operation(t.b, parameter);                                                           \
        *numbers = lanes_numbers(*numbers, t);                                                     \
        short_leave_##format(y, t, round);                                                         \
    }                                                                                              \
    static __attribute__((noinline)) int quick_part_##format(                                      \
        int64_t count, const uint16_t *x, uint16_t *y, const double *parameters)                   \
    {                                                                                              \
        const lanes parameter = lanes_set((float)parameters[0]);                                   \
        const int64_t whole = count / SHORT_COUNT * SHORT_COUNT;                                   \
        lanes_mask numbers = lanes_every();                                                        \
        short_bits least = short_set(f32_is_subnormal((float)parameters[0]) ? 0 : -1);             \
        for (int64_t i = 0; i < whole; i += SHORT_COUNT)                                           \
            quick_step_##format(x + i, y + i, parameter, &numbers, &least);                        \
        if (whole != count) {                                                                      \
            const size_t rest = (size_t)(count - whole) * sizeof *x;                               \
            uint16_t some[SHORT_COUNT];                                                            \
            for (int i = 0; i < SHORT_COUNT; i++)                                                  \
                some[i] = 0x3c00; /* an ordinary number of either format */                        \
            memcpy(some, x + whole, rest);                                                         \
            quick_step_##format(some, some, parameter, &numbers, &least);                          \
            memcpy(y + whole, some, rest);                                                         \
        }                                                                                          \
        if (!lanes_all(numbers))                                                                   \
            SB_VECTORISE for (int64_t i = 0; i < count; i++)                                       \
                y[i] = (uint16_t)(y[i] & 0x7fff) > infinity ? nan : y[i];                          \
        return short_any_below(least, 0x100);                                                      \
    }

#define SB_SHORT_USUAL(bits) short_set(-1)

/* loop_f16 by operation(x, parameter). */
#define SB_SHORT_LOOP_F16(operation)                                                               \
    SB_SHORT_PART(f16, operation, SB_SHORT_USUAL, short_narrow_f16, 0x7c00, 0x7e00)                \
    static void loop_f16(int64_t count, const void *const *inputs, void *output,                   \
                         const double *parameters)                                                 \
    {                                                                                              \
        const uint16_t *x = inputs[0];                                                             \
        uint16_t *y = output;                                                                      \
        for (int64_t done = 0; done < count; done += FLUSHED_BLOCK) {                              \
            const int64_t part = count - done < FLUSHED_BLOCK ? count - done : FLUSHED_BLOCK;      \
            quick_part_f16(part, x + done, y + done, parameters);                                  \
        }                                                                                          \
    }

/* loop_bf16 by the same with subnormal numbers as zeros, or from kept results of exactly(x, parameter) in
 * binary64, which another rounding does not harm, where place(bits) or a flag says so. */
#define SB_SHORT_LOOP_BF16(operation, place, round, exactly)                                       \
    SB_SHORT_PART(bf16, operation, place, round, 0x7f80, 0x7fc0)                                   \
    static void compute_bf16(int64_t count, const void *const *inputs, void *output,               \
                             const double *parameters)                                             \
    {                                                                                              \
        const uint16_t *x = inputs[0];                                                             \
        uint16_t *y = output;                                                                      \
        const double parameter = parameters[0];                                                    \
        (void)parameter;                                                                           \
        SB_VECTORISE for (int64_t i = 0; i < count; i++)                                           \
            y[i] = bf16_from_f64(exactly(f64_from_bf16(x[i]), parameter));                         \
    }                                                                                              \
    static void exact_part_bf16(int64_t count, const uint16_t *x, uint16_t *y,                     \
                                const double *parameters)                                          \
    {                                                                                              \
        static sb_remembered kept;                                                                 \
        const void *const inputs[] = {x};                                                          \
        if (!sb_remembered_16(&kept, compute_bf16, count, x, y, parameters))                       \
            compute_bf16(count, inputs, y, parameters);                                            \
    }                                                                                              \
    SB_FLUSHED_LOOP(bf16)

#endif
#endif
