// steps.cuh - kernels of the functions of scalar/steps.h, which edit the bits of any format.
#pragma once

#include "elementwise/bits.cuh"
#include "scalar/steps.h"

#define SB_STEPS_f64 SB_STEPS_F64
#define SB_STEPS_f32 SB_STEPS_F32
#define SB_STEPS_f16 SB_STEPS_F16
#define SB_STEPS_bf16 SB_STEPS_BF16
#define SB_STEPS_f8e4m3fn SB_STEPS_F8E4M3FN
#define SB_STEPS_f8e5m2 SB_STEPS_F8E5M2

// The functions of steps.h for words as wide as the format.
#if SB_BINARY64
typedef step_bits_64 sb_step_bits;
#define SB_STEP(name) name##_64
#else
typedef step_bits sb_step_bits;
#define SB_STEP(name) name
#endif

SB_DEVICE sb_step_bits sb_steps()
{
    const sb_step_bits bits = SB_JOIN(SB_STEPS_, SB_A);
    return bits;
}

// The kernel of `op` from <op>_bits(f, x).
#define SB_STEPS(op) SB_BITWISE_1(op, SB_STEP(op##_bits)(sb_steps(), x))
