/* steps_kernel.h - kernels of the functions of scalar/steps.h, one loop for each format's bits. */
#ifndef SB_STEPS_KERNEL_H
#define SB_STEPS_KERNEL_H

#include "elementwise/elementwise.h"
#include "scalar/steps.h"

/* `other` is evaluated once, before the loop; `result` is an expression in f, x and other. */
#define SB_STEPS_LOOP(format, type, bits, other_, result)                                          \
    static void loop_##format(int64_t count, const void *const *inputs, void *output,              \
                              const double *parameters)                                            \
    {                                                                                              \
        const step_bits f = bits;                                                                  \
        const type *a = inputs[0];                                                                 \
        type *y = output;                                                                          \
        const double parameter = parameters[0];                                                    \
        (void)parameter;                                                                           \
        const type other = other_;                                                                 \
        (void)other;                                                                               \
        SB_VECTORISE for (int64_t i = 0; i < count; i++)                                           \
        {                                                                                          \
            const type x = a[i];                                                                   \
            y[i] = result;                                                                         \
        }                                                                                          \
    }

#define SB_STEPS_VARIANTS                                                                          \
    static const sb_variant variants[] = {{{SB_F32}, SB_F32, loop_f32},                            \
                                          {{SB_F16}, SB_F16, loop_f16},                            \
                                          {{SB_BF16}, SB_BF16, loop_bf16},                         \
                                          {{SB_F8E4M3FN}, SB_F8E4M3FN, loop_f8e4m3fn},             \
                                          {{SB_F8E5M2}, SB_F8E5M2, loop_f8e5m2},                   \
                                          {{0}, 0, NULL}};

/* The kernel of `op` from <op>_bits(f, x). */
#define SB_STEPS(op)                                                                               \
    SB_STEPS_LOOP(f32, uint32_t, SB_STEPS_F32, 0, op##_bits(f, x))                                 \
    SB_STEPS_LOOP(f16, uint16_t, SB_STEPS_F16, 0, op##_bits_16(f, x))                              \
    SB_STEPS_LOOP(bf16, uint16_t, SB_STEPS_BF16, 0, op##_bits_16(f, x))                            \
    SB_STEPS_LOOP(f8e4m3fn, uint8_t, SB_STEPS_F8E4M3FN, 0, op##_bits_8(f, x))                      \
    SB_STEPS_LOOP(f8e5m2, uint8_t, SB_STEPS_F8E5M2, 0, op##_bits_8(f, x))                          \
    SB_STEPS_VARIANTS                                                                              \
    SB_ELEMENTWISE(op, 1)

#endif
