/* function.c - the driver of correctly rounded functions: short blocks through the loops of
 * function.h, the last rounding, and the second look at what the first left open.
 *
 * decide.h says what a value v decides.
 * For `nearly` the same holds of a w that is more than SB_NEAR units from every midpoint.
 */
#include "function.h"
#include "decide.h"
#include "core/environment.h"
#include "simd/half.h"

#include <string.h>

enum {
    STAGE = DECIDE_STAGE,
    NARROW_STAGE = 1024, /* longer, so that the few lanes it leaves open fill vectors */
    VECTOR = 8           /* binary64 lanes of the widest vectors */
};

#define SB_NAN_OF_f32 __builtin_nanf("")
#define SB_NAN_OF_f16 0x7e00
#define SB_NAN_OF_bf16 0x7fc0
#define SB_NAN_OF_f8e4m3fn 0x7f
#define SB_NAN_OF_f8e5m2 0x7e

/* y[i] = f(x[i]), rounded, for at most STAGE operands; x is not needed afterwards. */
#define RESOLVE(format)                                                                            \
    static void resolve_##format(const sb_function *f, double *x, sb_##format *y, int64_t count,   \
                                 const double *parameters)                                         \
    {                                                                                              \
        double v[STAGE];                                                                           \
        uint32_t open[STAGE];                                                                      \
        int places[STAGE], left = 0;                                                               \
        if (f->approximate == NULL) {                                                              \
            f->evaluate(x, count, parameters);                                                     \
            for (int64_t i = 0; i < count; i++)                                                    \
                y[i] = last_##format(x[i]);                                                        \
            return;                                                                                \
        }                                                                                          \
        f->approximate(x, v, count, parameters);                                                   \
        if (decide_##format(v, y, open, count) == 0)                                               \
            return;                                                                                \
        SB_VECTORISE for (int64_t i = 0; i < count; i++)                                           \
        {                                                                                          \
            const uint32_t outside = !(x[i] >= f->low && x[i] <= f->high); /* or NaN */            \
            y[i] = outside ? SB_NAN_OF_##format : y[i];                                            \
            open[i] &= outside - 1u;                                                               \
        }                                                                                          \
        for (int i = 0; i < (int)count; i++) {                                                     \
            x[left] = x[i];                                                                        \
            places[left] = i;                                                                      \
            left += open[i] != 0;                                                                  \
        }                                                                                          \
        f->evaluate(x, left, parameters);                                                          \
        for (int i = 0; i < left; i++)                                                             \
            y[places[i]] = last_##format(x[i]);                                                    \
    }
RESOLVE(f32)
RESOLVE(f16)
RESOLVE(bf16)
RESOLVE(f8e4m3fn)
RESOLVE(f8e5m2)

/* Every step reads from the stage, so that a loop may run in place. */
#define STAGED(format, name, enter)                                                                       \
    static void name(const sb_function *f, int64_t count, const sb_##format *from,                 \
                     sb_##format *to, const double *parameters)                                    \
    {                                                                                              \
        double x[STAGE];                                                                           \
        for (int64_t done = 0; done < count; done += STAGE) {                                      \
            const int64_t part = count - done < STAGE ? count - done : STAGE;                      \
            enter(from + done, x, part);                                                           \
            resolve_##format(f, x, to + done, part, parameters);                                   \
        }                                                                                          \
    }
#define ENTER(format)                                                                              \
    static void enter_##format(const sb_##format *from, double *x, int64_t count)                  \
    {                                                                                              \
        for (int64_t i = 0; i < count; i++)                                                        \
            x[i] = f64_from_##format(from[i]);                                                     \
    }
ENTER(f16)
ENTER(bf16)
ENTER(f8e4m3fn)
ENTER(f8e5m2)
STAGED(f32, staged_f32, widen)
STAGED(f16, staged_f16, enter_f16)
STAGED(bf16, staged_bf16, enter_bf16)
STAGED(f8e4m3fn, staged_f8e4m3fn, enter_f8e4m3fn)
STAGED(f8e5m2, staged_f8e5m2, enter_f8e5m2)

enum { PAD = 64 };

static int64_t padded(int64_t count)
{
    return (count + PAD - 1) / PAD * PAD;
}

/* The operands whose bits are set in `open`, and where they stand. */
static int gather(const float *from, const uint32_t *open, int64_t count, double *x, int *places)
{
    int left = 0;
    for (int w = 0; w < (int)padded(count) / 32; w++)
        for (uint32_t bits = open[w]; bits != 0; bits &= bits - 1) {
            const int i = 32 * w + __builtin_ctz(bits);
            if (i >= count)
                break;
            places[left] = i;
            x[left++] = f64_from_any_f32(from[i]);
        }
    return left;
}

/* y[i] for the operands that are open, in whole vectors: the last one is filled up with 1. */
#define SETTLE(format)                                                                             \
    static void settle_##format(const sb_function *f, const float *from, const uint32_t *open,     \
                                int64_t count, sb_##format *y, const double *parameters)           \
    {                                                                                              \
        double x[NARROW_STAGE + VECTOR];                                                           \
        int places[NARROW_STAGE];                                                                  \
        sb_##format settled[STAGE];                                                                \
        const int left = gather(from, open, count, x, places);                                     \
        for (int i = 0; i < VECTOR; i++)                                                           \
            x[left + i] = 1.0;                                                                     \
        for (int at = 0; at < left; at += STAGE) {                                                 \
            const int part = left - at < STAGE ? left - at : STAGE;                                \
            resolve_##format(f, x + at, settled, (part + VECTOR - 1) / VECTOR * VECTOR,            \
                             parameters);                                                          \
            for (int i = 0; i < part; i++)                                                         \
                y[places[at + i]] = settled[i];                                                    \
        }                                                                                          \
    }
SETTLE(f32)
SETTLE(f16)
SETTLE(bf16)
SETTLE(f8e4m3fn)
SETTLE(f8e5m2)

/* The loops over binary32 lanes treat subnormal numbers as zeros, for the sake of speed: their keys
 * leave every operand open for which that would change a result. Clause R3 is about results. */
static uint32_t run_pairs(const sb_function *f, const float *x, float *y, uint32_t *open,
                          int64_t count)
{
    sb_environment saved = sb_environment_flush();
    uint32_t any = f->pairs(x, y, open, count);
    sb_environment_leave(saved);
    return any;
}

/* Without a loop of its own, from the binary64 value. */
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

static void paired_f32(const sb_function *f, int64_t count, const float *from, float *to,
                       const double *parameters)
{
    float operands[NARROW_STAGE], results[NARROW_STAGE];
    uint32_t open[NARROW_STAGE / 32];
    for (int64_t done = 0; done < count; done += NARROW_STAGE) {
        const int64_t part = count - done < NARROW_STAGE ? count - done : NARROW_STAGE;
        const float *source = from + done;
        const int direct = from != to && part % PAD == 0;
        float *target = direct ? to + done : results;
        if (!direct) {
            memcpy(operands, source, (size_t)part * sizeof *source);
            for (int64_t i = part; i < padded(part); i++)
                operands[i] = 1.0f;
            source = operands;
        }
        const uint32_t any = run_pairs(f, source, target, open, padded(part));
        if (any != 0)
            settle_f32(f, source, open, part, target, parameters);
        if (!direct)
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
            run_nearly(f, wide, w, padded(part), parameters);                                      \
            if (round_nearly_##format(w, target, open, padded(part)) != 0)                         \
                settle_##format(f, wide, open, part, target, parameters);                          \
            if (!whole)                                                                            \
                memcpy(to + done, results, (size_t)part * sizeof *results);                        \
        }                                                                                          \
    }
NEARLY(f16)
NEARLY(bf16)
NEARLY(f8e4m3fn)
NEARLY(f8e5m2)

#define LOOP(format, first, member)                                                                \
    SB_FUNCTION_LOOP(format)                                                                       \
    {                                                                                              \
        (f->member != NULL ? first : staged_##format)(f, count, inputs[0], output, parameters);    \
    }
LOOP(f32, paired_f32, pairs)
LOOP(f16, nearly_f16, approximate)
LOOP(bf16, nearly_bf16, approximate)
LOOP(f8e4m3fn, nearly_f8e4m3fn, approximate)
LOOP(f8e5m2, nearly_f8e5m2, approximate)
