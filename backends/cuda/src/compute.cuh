// compute.cuh - the compute format of a unit's operands (clause R4): f64 for f64, else f32.
//
// sb_widen_a(x) is an operand of format SB_A in it, exactly; sb_widen_r(x) one of format SB_R; and
// sb_rounded(x) the result of format SB_R, rounded once, a NaN canonical (S1).
#pragma once

#include "formats.cuh"

#define SB_COMPUTE_f64 f64
#define SB_COMPUTE_f32 f32
#define SB_COMPUTE_f16 f32
#define SB_COMPUTE_bf16 f32
#define SB_COMPUTE_f8e4m3fn f32
#define SB_COMPUTE_f8e5m2 f32

typedef sb_f32 sb_compute_f32;
typedef sb_f64 sb_compute_f64;
typedef SB_JOIN(sb_compute_, SB_JOIN(SB_COMPUTE_, SB_A)) sb_real;

SB_DEVICE sb_f32 sb_fma(sb_f32 a, sb_f32 b, sb_f32 c)
{
    return __fmaf_rn(a, b, c);
}

SB_DEVICE sb_f64 sb_fma(sb_f64 a, sb_f64 b, sb_f64 c)
{
    return __fma_rn(a, b, c);
}

SB_DEVICE sb_f64 sb_widened_f64(sb_f64 x)
{
    return x;
}
SB_DEVICE sb_f32 sb_widened_f32(sb_f32 x)
{
    return x;
}
SB_DEVICE sb_f32 sb_widened_f16(sb_f16 x)
{
    return f32_from_f16(x);
}
SB_DEVICE sb_f32 sb_widened_bf16(sb_bf16 x)
{
    return f32_from_bf16(x);
}
SB_DEVICE sb_f32 sb_widened_f8e4m3fn(sb_f8e4m3fn x)
{
    return f32_from_f8e4m3fn(x);
}
SB_DEVICE sb_f32 sb_widened_f8e5m2(sb_f8e5m2 x)
{
    return f32_from_f8e5m2(x);
}

SB_DEVICE sb_f64 sb_rounded_f64(sb_f64 x)
{
    return f64_canonical(x);
}
SB_DEVICE sb_f32 sb_rounded_f32(sb_f32 x)
{
    return f32_canonical(x);
}
SB_DEVICE sb_f16 sb_rounded_f16(sb_f32 x)
{
    return f16_from_f32(x);
}
SB_DEVICE sb_bf16 sb_rounded_bf16(sb_f32 x)
{
    return bf16_from_f32(x);
}
SB_DEVICE sb_f8e4m3fn sb_rounded_f8e4m3fn(sb_f32 x)
{
    return f8e4m3fn_from_f32(x);
}
SB_DEVICE sb_f8e5m2 sb_rounded_f8e5m2(sb_f32 x)
{
    return f8e5m2_from_f32(x);
}

#define sb_widen_a SB_JOIN(sb_widened_, SB_A)
#define sb_widen_r SB_JOIN(sb_widened_, SB_R)
#define sb_rounded SB_JOIN(sb_rounded_, SB_R)
