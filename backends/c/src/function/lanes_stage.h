/* lanes_stage.h - the stages of one_operand.c that work on binary32 lanes.
 *
 * Stages are long. The few lanes that a stage leaves open are gathered, so that they fill vectors
 * of binary64. f32 uses the loop `enclose` with its rounding test. The smaller formats use a
 * binary32 number w with a relative error below 2^-21, from the loop `nearly` or from
 * `approximate`. Unless w is within SB_NEAR units (f16: SB_NEAR_ERROR) of a midpoint of the format,
 * w rounds as the exact value does. SB_NEAR_ERROR is 2^-20, twice the stated error, because the
 * test itself rounds. Loops run in place: a stage is read before any of it is written.
 */
#ifndef SB_LANES_STAGE_H
#define SB_LANES_STAGE_H

#include <string.h>

#include "core/environment.h"
#include "simd/half.h"

enum {
    NARROW_STAGE = 1024,    /* for the smaller formats */
    ENCLOSED_STAGE = 32768, /* for binary32 */
    PAD = 64,               /* the loops take counts that are multiples of it */
    SKIPPED = 8,            /* words of open lanes that are tested together */
    VECTOR = 8              /* binary64 lanes of the widest vectors */
};

static int64_t padded(int64_t count) { return (count + PAD - 1) / PAD * PAD; }

/* Return the index of the first nonzero word of `open`, from w on, or `words` if all of these words
 * are 0. */
static inline int next_open(const uint32_t *open, int w, int words)
{
    while (w < words && open[w] == 0) {
        uint64_t some[SKIPPED / 2];
        if (w % SKIPPED == 0 && words - w >= SKIPPED) {
            memcpy(some, open + w, sizeof some);
            if ((some[0] | some[1] | some[2] | some[3]) == 0) {
                w += SKIPPED;
                continue;
            }
        }
        w++;
    }
    return w;
}

#define FORMAT f32
#include "function/lanes_stage_template.h"
#define FORMAT f16
#include "function/lanes_stage_template.h"
#define FORMAT bf16
#include "function/lanes_stage_template.h"
#define FORMAT f8e4m3fn
#include "function/lanes_stage_template.h"
#define FORMAT f8e5m2
#include "function/lanes_stage_template.h"

/* Compute w with the loop over binary32 lanes, or from the function's binary64 value if it has no
 * such loop. For speed, the loops treat subnormal numbers as zeros. Every operand for which that
 * would change a result is left open. Clause R3 is only about results. */
static void run_nearly(const sb_function *f, const float *x, float *w, int64_t count,
                       const double *parameters)
{
    if (f->nearly != NULL) {
        sb_environment saved = sb_environment_flush();
        f->nearly(x, w, count);
        sb_environment_leave(saved);
        return;
    }
    double a[STAGE], v[STAGE];
    for (int64_t done = 0; done < count; done += STAGE) {
        const int64_t part = count - done < STAGE ? count - done : STAGE;
        widen_f32(x + done, a, part);
        f->approximate(a, v, part, parameters);
        narrow(v, w + done, part);
    }
}

#include "function/quick_stage.h"

/* Compute y[i] = f(x[i]) without a copy, for a count that is a multiple of 64. */
static void enclosed_direct(const sb_function *f, int64_t count, const float *x, float *y,
                            const double *parameters)
{
    uint32_t open[ENCLOSED_STAGE / 32];
    sb_environment saved = sb_environment_flush();
    for (int64_t done = 0; done < count; done += ENCLOSED_STAGE) {
        const int64_t part = count - done < ENCLOSED_STAGE ? count - done : ENCLOSED_STAGE;
        if (f->enclose(x + done, y + done, open, part) == 0)
            continue;
        sb_environment_leave(saved);
        settle_f32(f, x + done, open, part, y + done, parameters);
        saved = sb_environment_flush();
    }
    sb_environment_leave(saved);
}

typedef void (*direct_loop)(const sb_function *f, int64_t count, const float *x, float *y,
                            const double *parameters);
#if SB_HAS_DECIDE_LANES
/* Compute y[i] = f(x[i]) without a copy, for a function without a loop over binary32 lanes. */
static void quick_direct(const sb_function *f, int64_t count, const float *x, float *y,
                         const double *parameters)
{
    uint32_t open[NARROW_STAGE / 32];
    for (int64_t done = 0; done < count; done += NARROW_STAGE) {
        const int64_t part = count - done < NARROW_STAGE ? count - done : NARROW_STAGE;
        if (run_quick_f32(f, x + done, y + done, open, part, parameters) != 0)
            settle_f32(f, x + done, open, part, y + done, parameters);
    }
}

static direct_loop direct_loop_of(const sb_function *f)
{
    return f->enclose != NULL ? enclosed_direct : quick_direct;
}
#else
static direct_loop direct_loop_of(const sb_function *f)
{
    (void)f; /* one_operand.c calls this only for functions that have this loop */
    return enclosed_direct;
}
#endif

static void enclosed_f32(const sb_function *f, int64_t count, const float *from, float *to,
                         const double *parameters)
{
    float operands[NARROW_STAGE], results[NARROW_STAGE];
    const int64_t direct = from != to ? count / PAD * PAD : 0;
    const direct_loop run = direct_loop_of(f);
    run(f, direct, from, to, parameters);
    for (int64_t done = direct; done < count; done += NARROW_STAGE) {
        const int64_t part = count - done < NARROW_STAGE ? count - done : NARROW_STAGE;
        memcpy(operands, from + done, (size_t)part * sizeof *from);
        for (int64_t i = part; i < padded(part); i++) operands[i] = 1.0f;
        run(f, padded(part), operands, results, parameters);
        memcpy(to + done, results, (size_t)part * sizeof *results);
    }
}

#define FORMAT bf16
#include "function/round_nearly_template.h"
#define FORMAT f8e4m3fn
#include "function/round_nearly_template.h"
#define FORMAT f8e5m2
#include "function/round_nearly_template.h"
#if SB_HAS_LANES
static uint32_t round_nearly_f16(const float *w, sb_f16 *y, uint32_t *open, int64_t count)
{
    return half_decide(w, y, open, count, SB_NEAR_ERROR);
}

static void enter_f16(const sb_f16 *from, float *x, int64_t count) { half_widen(from, x, count); }
#else
#define FORMAT f16
#include "function/round_nearly_template.h"
#endif

#define FORMAT f16
#define HAS_QUICK SB_HAS_DECIDE_LANES
#include "function/nearly_template.h"
#define FORMAT bf16
#define HAS_QUICK SB_HAS_DECIDE_LANES
#include "function/nearly_template.h"
#define FORMAT f8e4m3fn
#define HAS_QUICK 0
#include "function/nearly_template.h"
#define FORMAT f8e5m2
#define HAS_QUICK 0
#include "function/nearly_template.h"

#endif
