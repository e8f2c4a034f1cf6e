/* flushed_loop.h - binary32 loops of one hardware operation that is slow where subnormal numbers turn up.
 *
 * On x86 an operation that takes or makes a subnormal number costs some hundred cycles. So a block is
 * worked on with subnormal numbers as zeros, and the processor's own flags tell whether that has
 * changed anything: `underflow` where a result was flushed, `division by zero` where a divisor may
 * have been. Then the block is done again by `exactly`, through integers and binary64 (subnormal.h).
 * An operand that counts as zero without a flag must not change the result: that of x * x does not.
 */
#ifndef SB_FLUSHED_LOOP_H
#define SB_FLUSHED_LOOP_H

#include <string.h>

#include "core/environment.h"
#include "elementwise.h"
#include "scalar/subnormal.h"

#if defined(__SSE2__)

enum { FLUSHED_BLOCK = 1024 };

#define FLUSHED_PART(name, function)                                                               \
    static __attribute__((noinline)) void name(int64_t count, const float *x, float *y)            \
    {                                                                                              \
        SB_VECTORISE for (int64_t i = 0; i < count; i++) y[i] = function(x[i]);                    \
    }

/* loop_f32 by `quickly` and, in the blocks that need it, `exactly`. In place, operands are copied. */
#define SB_FLUSHED_LOOP_1(quickly, exactly)                                                        \
    FLUSHED_PART(quick_part, quickly)                                                              \
    FLUSHED_PART(exact_part, exactly)                                                              \
    static void loop_f32(int64_t count, const void *const *inputs, void *output,                   \
                         const double *parameters)                                                 \
    {                                                                                              \
        float *y = output, stage[FLUSHED_BLOCK];                                                   \
        sb_environment saved = sb_environment_flush();                                             \
        (void)parameters;                                                                          \
        for (int64_t done = 0; done < count; done += FLUSHED_BLOCK) {                              \
            const int64_t part = count - done < FLUSHED_BLOCK ? count - done : FLUSHED_BLOCK;      \
            const float *x = (const float *)inputs[0] + done;                                      \
            if (x == y + done)                                                                     \
                x = memcpy(stage, x, (size_t)part * sizeof *x);                                    \
            quick_part(part, x, y + done);                                                         \
            if (sb_environment_flushed()) {                                                        \
                sb_environment_enter();                                                            \
                exact_part(part, x, y + done);                                                     \
                sb_environment_flush();                                                            \
            }                                                                                      \
        }                                                                                          \
        sb_environment_leave(saved);                                                               \
    }

#else /* such numbers cost nothing */
#define SB_FLUSHED_LOOP_1(quickly, exactly) SB_LOOP_1(loop_f32, sb_f32, sb_f32, quickly)
#endif
#endif
