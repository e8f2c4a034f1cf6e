/* fma.c - a * b + c, rounded once (clauses R1, R2, S1), with or without a hardware fma. */
#include "elementwise/elementwise.h"
#include "scalar/arithmetic.h"
#include "simd/exact_fma.h"

static inline double f64_fma(double a, double b, double c)
{
    return f64_canonical(f64_exact_fma(a, b, c));
}

SB_LOOP_3(loop_f64, sb_f64, sb_f64, sb_f64, sb_f64, f64_fma)
SB_LOOP_3(loop_f32, sb_f32, sb_f32, sb_f32, sb_f32, f32_fma)
SB_LOOP_3(loop_f16, sb_f16, sb_f16, sb_f16, sb_f16, f16_fma)
SB_LOOP_3(loop_bf16, sb_bf16, sb_bf16, sb_bf16, sb_bf16, bf16_fma)
SB_LOOP_3(loop_f8e4m3fn, sb_f8e4m3fn, sb_f8e4m3fn, sb_f8e4m3fn, sb_f8e4m3fn, f8e4m3fn_fma)
SB_LOOP_3(loop_f8e5m2, sb_f8e5m2, sb_f8e5m2, sb_f8e5m2, sb_f8e5m2, f8e5m2_fma)

static const sb_variant variants[] = {{{SB_F64, SB_F64, SB_F64}, SB_F64, loop_f64},
                                      {{SB_F32, SB_F32, SB_F32}, SB_F32, loop_f32},
                                      {{SB_F16, SB_F16, SB_F16}, SB_F16, loop_f16},
                                      {{SB_BF16, SB_BF16, SB_BF16}, SB_BF16, loop_bf16},
                                      {{SB_F8E4M3FN, SB_F8E4M3FN, SB_F8E4M3FN},
                                       SB_F8E4M3FN,
                                       loop_f8e4m3fn},
                                      {{SB_F8E5M2, SB_F8E5M2, SB_F8E5M2}, SB_F8E5M2, loop_f8e5m2},
                                      {{0}, 0, NULL}};

SB_ELEMENTWISE(fma, 3);
