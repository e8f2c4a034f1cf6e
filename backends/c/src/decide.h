/* decide.h - rounding a binary64 approximation, and telling what its error leaves open.
 *
 * v is within a relative SB_QUICK_ERROR of the exact value, or NaN. What is decided: f32: v (1 - e)
 * and v (1 + e) round alike, so every number between them does; f16, bf16 and fp8: let w = v rounded
 * to binary32. Unless w is a midpoint M of neighbours in the format, v lies on the same side of M as
 * w, at least half a binary32 ulp (relative 2^-25) from it, and so does every number within e of v;
 * then rounding w rounds the exact value. A NaN is never decided. Clauses R1, R2.
 */
#ifndef SB_DECIDE_H
#define SB_DECIDE_H

#include "elementwise.h"
#include "scalar/convert64.h"
#include "scalar/convert8.h"
#include "scalar/midpoint.h"
#include "scalar/subnormal.h"

#define SB_QUICK_ERROR 0x1p-44

enum { DECIDE_STAGE = 256 }; /* at most so many at a time */

#define DECIDE_F32(round)                                                                          \
    SB_VECTORISE for (int64_t i = 0; i < count; i++)                                               \
    {                                                                                              \
        float low = round(v[i] * (1.0 - SB_QUICK_ERROR));                                          \
        float high = round(v[i] * (1.0 + SB_QUICK_ERROR));                                         \
        y[i] = low;                                                                                \
        open[i] = low != high; /* true for a NaN */                                                \
        any |= open[i];                                                                            \
    }
#define ROUND(x) (float)(x)

/* Round v to y; open[i] is non-zero where that settles nothing. The sum of them all. */
static uint32_t decide_f32(const double *v, float *y, uint32_t *open, int64_t count)
{
    uint32_t any = 0;
    uint64_t tiny = 0;
    for (int64_t i = 0; i < count; i++)
        tiny |= f64_is_tiny(v[i]);
    if (tiny) /* rare, and slow in hardware */
        DECIDE_F32(f32_from_any_f64)
    else
        DECIDE_F32(ROUND)
    return any;
}

/* The last rounding of a value that was rounded to odd. */
#define last_f32 f32_from_any_f64
#define last_f16 f16_from_f64
#define last_bf16 bf16_from_f64
#define last_f8e4m3fn f8e4m3fn_from_f64
#define last_f8e5m2 f8e5m2_from_f64

/* Binary32 numbers in binary64. */
static void widen(const float *x, double *a, int64_t count)
{
    uint32_t tiny = 0;
    for (int64_t i = 0; i < count; i++)
        tiny |= f32_is_subnormal(x[i]);
    if (tiny)
        for (int64_t i = 0; i < count; i++)
            a[i] = f64_from_any_f32(x[i]);
    else
        for (int64_t i = 0; i < count; i++)
            a[i] = (double)x[i];
}

/* v rounded to binary32. */
static void narrow(const double *v, float *w, int64_t count)
{
    uint64_t tiny = 0;
    for (int64_t i = 0; i < count; i++)
        tiny |= f64_is_tiny(v[i]);
    if (tiny)
        for (int64_t i = 0; i < count; i++)
            w[i] = f32_from_any_f64(v[i]);
    else
        for (int64_t i = 0; i < count; i++)
            w[i] = (float)v[i];
}

#define DECIDE(format)                                                                             \
    static uint32_t decide_##format(const double *v, sb_##format *y, uint32_t *open,               \
                                    int64_t count)                                                 \
    {                                                                                              \
        uint32_t any = 0;                                                                          \
        float w[DECIDE_STAGE];                                                                     \
        narrow(v, w, count);                                                                       \
        SB_VECTORISE for (int64_t i = 0; i < count; i++)                                           \
        {                                                                                          \
            y[i] = format##_from_f32(w[i]);                                                        \
            open[i] = format##_midpoint(w[i]) | (w[i] != w[i]);                                    \
            any |= open[i];                                                                        \
        }                                                                                          \
        return any;                                                                                \
    }
DECIDE(f16)
DECIDE(bf16)
DECIDE(f8e4m3fn)
DECIDE(f8e5m2)

#endif
