/* of_words_kernel.h - the kernel of an op on given words, from the loops make_f32, make_f16 and
 * make_bf16, which take at most SB_DRAW_STAGE words (clause D2).
 *
 * A loop may run in place, because an element is never longer than its word, and a stage is
 * computed before it is written.
 */
#include <string.h>

#define WORDS_LOOP(format)                                                                         \
    static void loop_##format(int64_t count, const void *const *inputs, void *output,              \
                              const double *parameters)                                            \
    {                                                                                              \
        const uint32_t *words = inputs[0];                                                         \
        sb_##format *y = output, made[SB_DRAW_STAGE];                                              \
        (void)parameters;                                                                          \
        for (int64_t done = 0; done < count; done += SB_DRAW_STAGE) {                              \
            const int64_t left = count - done, part = left < SB_DRAW_STAGE ? left : SB_DRAW_STAGE; \
            make_##format(NULL, words + done, made, part);                                         \
            memcpy(y + done, made, (size_t)part * sizeof *y);                                      \
        }                                                                                          \
    }
WORDS_LOOP(f32)
WORDS_LOOP(f16)
WORDS_LOOP(bf16)

static const sb_variant variants[] = {{{SB_U32}, SB_F32, loop_f32},
                                      {{SB_U32}, SB_F16, loop_f16},
                                      {{SB_U32}, SB_BF16, loop_bf16},
                                      {{0}, 0, NULL}};

#define ARITY 1
#include "elementwise/kernel_template.h"
