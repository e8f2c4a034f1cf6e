/* remembered.h - the results of a function for every pattern of a short format, kept.
 *
 * A function of one operand has 2^16 results in f16 or bf16 and 2^8 in fp8. Once so many operands have
 * been asked for that making all results costs little beside them, they are made by the function's own
 * loop and kept for the life of the library, 128 KiB for a function in f16 or bf16; from then on an
 * element costs a look-up. The bits are those of the loop, whatever happens when. Threads may come at
 * once: whoever makes the results first keeps them. They are kept for the first parameters that come
 * (the alpha of elu); calls with others go by the loop. Gathering is left aside: 0.18 ns an element
 * instead of 0.24 on one processor, but several times as much on others.
 */
#ifndef SB_REMEMBERED_H
#define SB_REMEMBERED_H

#include <stdatomic.h>

#include "elementwise/elementwise.h"

typedef struct sb_remembered {
    _Atomic(void *) results; /* NULL: not made yet */
    _Atomic int64_t asked;   /* operands so far */
} sb_remembered;

/* y[i] from the results that are kept, or that are made now by `loop`; false, and nothing written, if
 * it is too early for that, memory is short, or the parameters are others. */
bool sb_remembered_16(sb_remembered *kept, sb_loop loop, int64_t count, const uint16_t *x,
                      uint16_t *y, const double *parameters);
bool sb_remembered_8(sb_remembered *kept, sb_loop loop, int64_t count, const uint8_t *x, uint8_t *y,
                     const double *parameters);

/* loop_<format>, which keeps what compute_<format> makes. */
#define SB_REMEMBERING_LOOP(format, bits)                                                          \
    static void loop_##format(int64_t count, const void *const *inputs, void *output,              \
                              const double *parameters)                                            \
    {                                                                                              \
        static sb_remembered kept;                                                                 \
        if (!sb_remembered_##bits(&kept, compute_##format, count, inputs[0], output, parameters))  \
            compute_##format(count, inputs, output, parameters);                                   \
    }

/* The kernel of an op on one operand, in every float format below f64, from f8e4m3fn_<op>, f8e5m2_<op>
 * and the other loops. */
#define SB_SHORTER_ARITHMETIC_1(op)                                                                \
    SB_LOOP_1(compute_f8e4m3fn, sb_f8e4m3fn, sb_f8e4m3fn, f8e4m3fn_##op)                           \
    SB_LOOP_1(compute_f8e5m2, sb_f8e5m2, sb_f8e5m2, f8e5m2_##op)                                   \
    SB_REMEMBERING_LOOP(f8e4m3fn, 8)                                                               \
    SB_REMEMBERING_LOOP(f8e5m2, 8)                                                                 \
    static const sb_variant variants[] = {{{SB_F32}, SB_F32, loop_f32},                            \
                                          {{SB_F16}, SB_F16, loop_f16},                            \
                                          {{SB_BF16}, SB_BF16, loop_bf16},                         \
                                          {{SB_F8E4M3FN}, SB_F8E4M3FN, loop_f8e4m3fn},             \
                                          {{SB_F8E5M2}, SB_F8E5M2, loop_f8e5m2},                   \
                                          {{0}, 0, NULL}};                                         \
    SB_ELEMENTWISE(op, 1)

/* loop_f16 and loop_bf16 from f16_<op> and bf16_<op>, for a build without vectors (short_loops.h). The
 * loop of bf16, which shifts, is faster than a look-up. */
#define SB_SHORTER_LOOPS_1(op)                                                                     \
    SB_LOOP_1(compute_f16, sb_f16, sb_f16, f16_##op)                                               \
    SB_LOOP_1(loop_bf16, sb_bf16, sb_bf16, bf16_##op)                                              \
    SB_REMEMBERING_LOOP(f16, 16)

#endif
