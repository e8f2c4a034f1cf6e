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

#define SB_QUICK_ERROR 0x1p-44

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

#endif
