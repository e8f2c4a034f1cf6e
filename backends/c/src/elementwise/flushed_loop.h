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
#include "elementwise/elementwise.h"
#include "scalar/subnormal.h"

#if defined(__SSE2__)

enum { FLUSHED_BLOCK = 1024 };

/* loop_<format> by quick_part_<format> and, in the blocks where that or a flag says so, by
 * exact_part_<format>. In place, operands are copied. */
#define SB_FLUSHED_LOOP(format)                                                                    \
    static void loop_##format(int64_t count, const void *const *inputs, void *output,              \
                              const double *parameters)                                            \
    {                                                                                              \
        sb_##format *y = output, stage[FLUSHED_BLOCK];                                             \
        sb_environment saved = sb_environment_flush();                                             \
        for (int64_t done = 0; done < count; done += FLUSHED_BLOCK) {                              \
            const int64_t part = count - done < FLUSHED_BLOCK ? count - done : FLUSHED_BLOCK;      \
            const sb_##format *x = (const sb_##format *)inputs[0] + done;                          \
            if (x == y + done)                                                                     \
                x = memcpy(stage, x, (size_t)part * sizeof *x);                                    \
            const int unusual = quick_part_##format(part, x, y + done, parameters);                \
            if (unusual != 0 || sb_environment_flushed()) {                                        \
                sb_environment_enter();                                                            \
                exact_part_##format(part, x, y + done, parameters);                                \
                sb_environment_flush();                                                            \
            }                                                                                      \
        }                                                                                          \
        sb_environment_leave(saved);                                                               \
    }

#define SB_FLUSHED_PART(name, format, expression)                                                  \
    static __attribute__((noinline)) int name##_##format(                                          \
        int64_t count, const sb_##format *x, sb_##format *y, const double *parameters)             \
    {                                                                                              \
        const double parameter = parameters[0];                                                    \
        (void)parameter;                                                                           \
        SB_VECTORISE for (int64_t i = 0; i < count; i++) y[i] = (expression);                      \
        return 0;                                                                                  \
    }

#define SB_FLUSHED_LOOP_1(quickly, exactly)                                                        \
    SB_FLUSHED_PART(quick_part, f32, quickly(x[i]))                                                \
    SB_FLUSHED_PART(exact_part, f32, exactly(x[i]))                                                \
    SB_FLUSHED_LOOP(f32)

#else /* such numbers cost nothing */
#define SB_FLUSHED_LOOP_1(quickly, exactly) SB_LOOP_1(loop_f32, sb_f32, sb_f32, quickly)
#endif
#endif
