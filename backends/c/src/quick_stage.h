/* quick_stage.h - the part of function.c in which binary64 values meet the tests of decide_lanes.h.
 *
 * A stage without subnormal operands is worked on with subnormal numbers as zeros. Where nothing has
 * underflowed on the way, that has changed nothing; otherwise the stage is done again by decide.h, in
 * the default environment.
 */
#ifndef SB_QUICK_STAGE_H
#define SB_QUICK_STAGE_H

#include "core/environment.h"
#include "simd/decide_lanes.h"

#if SB_HAS_DECIDE_LANES

/* y[i], and bit i of `open` where it is not decided, for a count that is a multiple of 64 and operands
 * apart from the results. Non-zero if any is open. */
#define RUN_QUICK(format)                                                                          \
    static uint32_t run_carefully_##format(const sb_function *f, const float *x, sb_##format *y,   \
                                           uint32_t *open, int64_t count,                          \
                                           const double *parameters)                               \
    {                                                                                              \
        double a[STAGE], v[STAGE];                                                                 \
        uint32_t undecided[STAGE], any = 0;                                                        \
        for (int64_t done = 0; done < count; done += STAGE) {                                      \
            const int64_t part = count - done < STAGE ? count - done : STAGE;                      \
            widen(x + done, a, part);                                                              \
            f->approximate(a, v, part, parameters);                                                \
            any |= decide_##format(v, y + done, undecided, part);                                  \
            for (int64_t i = 0; i < part; i += 32) {                                               \
                uint32_t bits = 0;                                                                 \
                for (int j = 0; j < 32; j++)                                                       \
                    bits |= (undecided[i + j] != 0 ? 1u : 0u) << j;                                \
                open[(done + i) / 32] = bits;                                                      \
            }                                                                                      \
        }                                                                                          \
        return any;                                                                                \
    }                                                                                              \
    static uint32_t run_quick_##format(const sb_function *f, const float *x, sb_##format *y,       \
                                       uint32_t *open, int64_t count, const double *parameters)    \
    {                                                                                              \
        double v[NARROW_STAGE];                                                                    \
        uint32_t any = 0;                                                                          \
        int careful = subnormal_lanes(x, count) != 0;                                              \
        if (!careful) {                                                                            \
            sb_environment saved = sb_environment_flush();                                         \
            f->approximate_f32(x, v, count, parameters);                                           \
            careful = sb_environment_underflowed();                                                \
            any = decide_lanes_##format(v, y, open, count);                                        \
            careful |= underflowed_##format();                                                     \
            sb_environment_leave(saved);                                                           \
        }                                                                                          \
        if (careful)                                                                               \
            any = run_carefully_##format(f, x, y, open, count, parameters);                        \
        if (any != 0)                                                                              \
            any = settle_outside_##format(x, y, open, count, (float)f->low, (float)f->high);       \
        return any;                                                                                \
    }
RUN_QUICK(f32)
RUN_QUICK(f16)
RUN_QUICK(bf16)

#endif
#endif
