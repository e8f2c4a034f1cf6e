// rounding.cuh - conversion of a value in binary64 to every format below f64 (clauses R1, R2, S1).
// The value is nearly right, or rounded to odd.
//
// decide(y, v): v has a relative error below 2^-44, or is NaN for "undecided". f32: if v (1 - e)
// and v (1 + e) round to the same number, so does every number between them. Shorter formats:
// narrow(y, w), with w = v rounded to binary32.
//
// narrow(y, w): w is a binary32 number next to the exact value, or NaN. Unless w is a midpoint of
// neighbours in the format, the exact value is on the same side of each midpoint as w. Rounding w
// then gives the rounded exact value. Midpoints of f16 are normal numbers of binary32, so the
// numbers one ulp below and above such a w also round to this result.
#pragma once

#include "formats.cuh"

#define SB_QUICK_ERROR 0x1p-44

struct sb_rounding_f32 {
    static SB_DEVICE bool decide(float &y, double v)
    {
        y = (float)(v * (1.0 - SB_QUICK_ERROR));
        return y == (float)(v * (1.0 + SB_QUICK_ERROR)); // false if v is a NaN
    }
    static SB_DEVICE float last(double odd) { return f32_from_odd(odd); }
    static SB_DEVICE bool narrow(float &y, float w)
    {
        y = w;
        return true;
    }
    static SB_DEVICE float single(float x) { return x; }
    static SB_DEVICE double operand(float x) { return (double)x; }
};

SB_DEVICE bool sb_narrow_to_f16(sb_f16 &y, float w)
{
    y = f16_from_f32(w * (1.0f - 0x1p-23f));
    return (y == f16_from_f32(w * (1.0f + 0x1p-23f))) & (w == w);
}

#define SB_NARROW(format)                                                                          \
    SB_DEVICE bool sb_narrow_to_##format(sb_##format &y, float w)                                  \
    {                                                                                              \
        y = format##_from_f32(w);                                                                  \
        return !(format##_midpoint(w) | (w != w));                                                 \
    }
SB_NARROW(bf16)
SB_NARROW(f8e4m3fn)
SB_NARROW(f8e5m2)
#undef SB_NARROW

#define SB_ROUNDING(format)                                                                        \
    struct sb_rounding_##format {                                                                  \
        static SB_DEVICE bool narrow(sb_##format &y, float w)                                      \
        {                                                                                          \
            return sb_narrow_to_##format(y, w);                                                    \
        }                                                                                          \
        static SB_DEVICE bool decide(sb_##format &y, double v) { return narrow(y, (float)v); }     \
        static SB_DEVICE sb_##format last(double odd) { return format##_from_f64(odd); }           \
        static SB_DEVICE float single(sb_##format x) { return f32_plain_##format(x); }             \
        static SB_DEVICE double operand(sb_##format x) { return (double)single(x); }               \
    };
SB_ROUNDING(f16)
SB_ROUNDING(bf16)
SB_ROUNDING(f8e4m3fn)
SB_ROUNDING(f8e5m2)
#undef SB_ROUNDING
