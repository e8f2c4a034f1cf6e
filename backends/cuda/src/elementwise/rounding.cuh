// rounding.cuh - from a value in binary64 that is nearly right, or rounded to odd, to every format
// below f64 (clauses R1, R2, S1).
//
// decide(y, v): v has a relative error below 2^-44, or is NaN for "undecided". f32: v (1 - e) and
// v (1 + e) round alike, so every number between them does. Shorter formats: let w = v rounded to
// binary32; unless w is a midpoint of neighbours in the format, v is on the same side of it as w,
// half a binary32 ulp away at least, and rounding w rounds the exact value.
#pragma once

#include "formats.cuh"

#define SB_QUICK_ERROR 0x1p-44

struct sb_rounding_f32 {
    static SB_DEVICE bool decide(float &y, double v)
    {
        y = (float)(v * (1.0 - SB_QUICK_ERROR));
        return y == (float)(v * (1.0 + SB_QUICK_ERROR)); // false for a NaN
    }
    static SB_DEVICE float last(double odd) { return f32_from_odd(odd); }
    static SB_DEVICE double operand(float x) { return (double)x; }
};

#define SB_ROUNDING(format)                                                                        \
    struct sb_rounding_##format {                                                                  \
        static SB_DEVICE bool decide(sb_##format &y, double v)                                     \
        {                                                                                          \
            const float w = (float)v;                                                              \
            y = format##_from_f32(w);                                                              \
            return !(format##_midpoint(w) | (w != w));                                             \
        }                                                                                          \
        static SB_DEVICE sb_##format last(double odd) { return format##_from_f64(odd); }           \
        static SB_DEVICE double operand(sb_##format x) { return f64_from_##format(x); }            \
    };
SB_ROUNDING(f16)
SB_ROUNDING(bf16)
SB_ROUNDING(f8e4m3fn)
SB_ROUNDING(f8e5m2)
#undef SB_ROUNDING
