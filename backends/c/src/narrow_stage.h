/* narrow_stage.h - the part of function.c that works on binary32 lanes.
 *
 * Long stages, so that the few lanes that a stage leaves open fill vectors of binary64 when they are
 * gathered. f32: the loop `enclose` with its rounding test. The smaller formats: a binary32 number w
 * with a relative error below 2^-21, from the loop `nearly` or from `approximate`; unless w is within
 * SB_NEAR units (f16: SB_NEAR_ERROR) of a midpoint of the format, its rounding is that of the exact
 * value. Loops run in
 * place: a stage is read before any of it is written.
 */
#ifndef SB_NARROW_STAGE_H
#define SB_NARROW_STAGE_H

#include <string.h>

#include "core/environment.h"
#include "simd/half.h"

enum {
    NARROW_STAGE = 1024, /* of the smaller formats */
    ENCLOSED_STAGE = 32768, /* of binary32 */
    PAD = 64,  /* the loops see multiples of it */
    SKIPPED = 8, /* words of open lanes that are looked at together */
    VECTOR = 8 /* binary64 lanes of the widest vectors */
};

static int64_t padded(int64_t count)
{
    return (count + PAD - 1) / PAD * PAD;
}

/* The first of `open` from word w on that is not 0, or `words`. */
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

/* y[i] for the operands that are open, in whole vectors: the last one is filled up with 1. */
#define SETTLE(format)                                                                             \
    static void settle_some_##format(const sb_function *f, float *gathered, const int *places,     \
                                     int left, sb_##format *y, const double *parameters)           \
    {                                                                                              \
        double x[STAGE];                                                                           \
        sb_##format settled[STAGE];                                                                \
        const int whole = (left + VECTOR - 1) / VECTOR * VECTOR;                                   \
        for (int i = left; i < whole; i++)                                                         \
            gathered[i] = 1.0f;                                                                    \
        widen(gathered, x, whole);                                                                 \
        resolve_##format(f, x, settled, whole, parameters);                                        \
        for (int i = 0; i < left; i++)                                                             \
            y[places[i]] = settled[i];                                                             \
    }                                                                                              \
    static void settle_##format(const sb_function *f, const float *from, const uint32_t *open,     \
                                int64_t count, sb_##format *y, const double *parameters)           \
    {                                                                                              \
        float x[STAGE];                                                                            \
        int places[STAGE], left = 0;                                                               \
        const int words = (int)padded(count) / 32;                                                 \
        for (int w = next_open(open, 0, words); w < words; w = next_open(open, w + 1, words))      \
            for (uint32_t bits = open[w]; bits != 0; bits &= bits - 1) {                           \
                const int i = 32 * w + __builtin_ctz(bits);                                        \
                if (i >= count)                                                                    \
                    break;                                                                         \
                places[left] = i;                                                                  \
                x[left++] = from[i];                                                               \
                if (left == STAGE) {                                                               \
                    settle_some_##format(f, x, places, left, y, parameters);                       \
                    left = 0;                                                                      \
                }                                                                                  \
            }                                                                                      \
        if (left != 0)                                                                             \
            settle_some_##format(f, x, places, left, y, parameters);                               \
    }
SETTLE(f32)
SETTLE(f16)
SETTLE(bf16)
SETTLE(f8e4m3fn)
SETTLE(f8e5m2)

/* The loops over binary32 lanes treat subnormal numbers as zeros, for the sake of speed: their keys
 * leave every operand open for which that would change a result. Clause R3 is about results. A
 * function without such a loop gives its binary64 value. */
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
        widen(x + done, a, part);
        f->approximate(a, v, part, parameters);
        narrow(v, w + done, part);
    }
}

#include "quick_stage.h"

/* y[i] = f(x[i]) without a copy, for a count that is a multiple of 64. */
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
/* The same for a function without a loop over binary32 lanes. */
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
    (void)f; /* function.c comes here with such a loop alone */
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
        for (int64_t i = part; i < padded(part); i++)
            operands[i] = 1.0f;
        run(f, padded(part), operands, results, parameters);
        memcpy(to + done, results, (size_t)part * sizeof *results);
    }
}

/* Round w to y as far as SB_NEAR_ERROR allows; bit i of `open`: not decided. Counts are padded. */
#define ROUND_NEARLY(format)                                                                       \
    static uint32_t round_nearly_##format(const float *w, sb_##format *y, uint32_t *open,          \
                                          int64_t count)                                           \
    {                                                                                              \
        uint32_t any = 0;                                                                          \
        for (int64_t i = 0; i < count; i += 32) {                                                  \
            uint32_t near[32], bits = 0, some = 0;                                                 \
            SB_VECTORISE for (int j = 0; j < 32; j++)                                              \
            {                                                                                      \
                y[i + j] = format##_from_f32(w[i + j]);                                            \
                near[j] = format##_near_midpoint(w[i + j]) | (w[i + j] != w[i + j]);               \
                some |= near[j];                                                                   \
            }                                                                                      \
            if (some != 0)                                                                         \
                for (int j = 0; j < 32; j++)                                                       \
                    bits |= (near[j] != 0 ? 1u : 0u) << j;                                         \
            open[i / 32] = bits;                                                                   \
            any |= bits;                                                                           \
        }                                                                                          \
        return any;                                                                                \
    }                                                                                              \
    static void widen_##format(const sb_##format *from, float *x, int64_t count)                   \
    {                                                                                              \
        for (int64_t i = 0; i < count; i++)                                                        \
            x[i] = f32_from_##format(from[i]);                                                     \
    }
ROUND_NEARLY(bf16)
ROUND_NEARLY(f8e4m3fn)
ROUND_NEARLY(f8e5m2)
#if SB_HAS_LANES
static uint32_t round_nearly_f16(const float *w, sb_f16 *y, uint32_t *open, int64_t count)
{
    return half_decide(w, y, open, count, SB_NEAR_ERROR);
}
static void widen_f16(const sb_f16 *from, float *x, int64_t count)
{
    half_widen(from, x, count);
}
#else
ROUND_NEARLY(f16)
#endif

/* By the loop over binary32 lanes if there is one, or by whatever takes least time. */
#define RUN(format, quick)                                                                         \
    static uint32_t run_##format(const sb_function *f, const float *x, float *w, sb_##format *y,   \
                                 uint32_t *open, int64_t count, const double *parameters)          \
    {                                                                                              \
        quick(format) run_nearly(f, x, w, count, parameters);                                      \
        return round_nearly_##format(w, y, open, count);                                           \
    }
#define RUN_NEARLY(format)
#if SB_HAS_DECIDE_LANES
#define RUN_QUICKLY(format)                                                                        \
    if (f->nearly == NULL)                                                                         \
        return run_quick_##format(f, x, y, open, count, parameters);
#else
#define RUN_QUICKLY(format)
#endif
RUN(f16, RUN_QUICKLY)
RUN(bf16, RUN_QUICKLY)
RUN(f8e4m3fn, RUN_NEARLY)
RUN(f8e5m2, RUN_NEARLY)

/* Nearly right is right, but close to a midpoint of the format. */
#define NEARLY(format)                                                                             \
    static void nearly_##format(const sb_function *f, int64_t count, const sb_##format *from,      \
                                sb_##format *to, const double *parameters)                         \
    {                                                                                              \
        sb_##format operands[NARROW_STAGE], results[NARROW_STAGE];                                 \
        float wide[NARROW_STAGE], w[NARROW_STAGE];                                                 \
        uint32_t open[NARROW_STAGE / 32];                                                          \
        for (int64_t done = 0; done < count; done += NARROW_STAGE) {                               \
            const int64_t part = count - done < NARROW_STAGE ? count - done : NARROW_STAGE;        \
            const int whole = part % PAD == 0;                                                     \
            const sb_##format *source = from + done;                                               \
            sb_##format *target = whole ? to + done : results;                                     \
            if (!whole) {                                                                          \
                memset(operands, 0, sizeof operands);                                              \
                source = memcpy(operands, source, (size_t)part * sizeof *source);                  \
            }                                                                                      \
            widen_##format(source, wide, padded(part));                                            \
            if (run_##format(f, wide, w, target, open, padded(part), parameters) != 0)             \
                settle_##format(f, wide, open, part, target, parameters);                          \
            if (!whole)                                                                            \
                memcpy(to + done, results, (size_t)part * sizeof *results);                        \
        }                                                                                          \
    }
NEARLY(f16)
NEARLY(bf16)
NEARLY(f8e4m3fn)
NEARLY(f8e5m2)

#endif
