/* function.c - the driver of correctly rounded functions: short blocks through the loops of
 * function.h, the last rounding, and the second look at what the first left open.
 *
 * What is decided. f32: v (1 - e) and v (1 + e) round alike, so every number between them does; f16,
 * bf16 and fp8: let w = v rounded to binary32. Unless w is a midpoint M of neighbours in the format,
 * v lies on the same side of M as w, at least half a binary32 ulp (relative 2^-25) from it, and so
 * does every number within e of v; then rounding w rounds the exact value. A NaN is never decided.
 */
#include "function.h"
#include "scalar/convert64.h"
#include "scalar/convert8.h"
#include "scalar/midpoint.h"

enum { STAGE = 256 };

/* Round v to y; open[i] is non-zero where that settles nothing. The sum of them all. */
static uint32_t decide_f32(const double *v, float *y, uint32_t *open, int64_t count)
{
    uint32_t any = 0;
    SB_VECTORISE for (int64_t i = 0; i < count; i++)
    {
        float low = (float)(v[i] * (1.0 - SB_QUICK_ERROR));
        float high = (float)(v[i] * (1.0 + SB_QUICK_ERROR));
        y[i] = low;
        open[i] = low != high; /* true for a NaN */
        any |= open[i];
    }
    return any;
}

#define DECIDE(format)                                                                             \
    static uint32_t decide_##format(const double *v, sb_##format *y, uint32_t *open,               \
                                    int64_t count)                                                 \
    {                                                                                              \
        uint32_t any = 0;                                                                          \
        SB_VECTORISE for (int64_t i = 0; i < count; i++)                                           \
        {                                                                                          \
            float w = (float)v[i];                                                                 \
            y[i] = format##_from_f32(w);                                                           \
            open[i] = format##_midpoint(w) | (w != w);                                             \
            any |= open[i];                                                                        \
        }                                                                                          \
        return any;                                                                                \
    }
DECIDE(f16)
DECIDE(bf16)
DECIDE(f8e4m3fn)
DECIDE(f8e5m2)

#define SETTLE(format)                                                                             \
    static void settle_##format(const sb_function *f, const double *x, sb_##format *y,             \
                                const uint32_t *open, int64_t count, const double *parameters)     \
    {                                                                                              \
        double left[STAGE];                                                                        \
        int places[STAGE], found = 0;                                                              \
        for (int i = 0; i < (int)count; i++) {                                                     \
            left[found] = x[i];                                                                    \
            places[found] = i;                                                                     \
            found += open[i] != 0;                                                                 \
        }                                                                                          \
        f->evaluate(left, found, parameters);                                                      \
        for (int i = 0; i < found; i++)                                                            \
            y[places[i]] = format##_from_f64(left[i]);                                             \
    }

/* Every step reads from the stage, so the loop may run in place. */
#define LOOP(format)                                                                               \
    SETTLE(format)                                                                                 \
    SB_FUNCTION_LOOP(format)                                                                       \
    {                                                                                              \
        double x[STAGE], v[STAGE];                                                                 \
        uint32_t open[STAGE];                                                                      \
        for (int64_t done = 0; done < count; done += STAGE) {                                      \
            const sb_##format *from = (const sb_##format *)inputs[0] + done;                       \
            sb_##format *to = (sb_##format *)output + done;                                        \
            const int64_t part = count - done < STAGE ? count - done : STAGE;                      \
            for (int64_t i = 0; i < part; i++)                                                     \
                x[i] = f64_from_##format(from[i]);                                                 \
            if (f->approximate == NULL) {                                                          \
                f->evaluate(x, part, parameters);                                                  \
                for (int64_t i = 0; i < part; i++)                                                 \
                    to[i] = format##_from_f64(x[i]);                                               \
                continue;                                                                          \
            }                                                                                      \
            f->approximate(x, v, part, parameters);                                                \
            if (decide_##format(v, to, open, part) != 0)                                           \
                settle_##format(f, x, to, open, part, parameters);                                 \
        }                                                                                          \
    }
LOOP(f32)
LOOP(f16)
LOOP(bf16)
LOOP(f8e4m3fn)
LOOP(f8e5m2)
