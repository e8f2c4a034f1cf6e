/* reciprocal.c - 1 / x, rounded once (clauses R1, R2, S1); 1 / +-0 = +-infinity.
 *
 * binary32 is the hardware's quotient. In the smaller formats it is rounded from there, and the first
 * rounding (relative 2^-24; the subnormal quotients of bf16, 2^-21) cannot reach a midpoint m of the
 * second: m x has at most 12 + 11 bits (of bf16 9 + 8), so 1 - m x is 0, where the quotient is exact,
 * or at least 2^-23 (2^-17). Figueroa, "When is double rounding innocuous?" (1995).
 */
#include "elementwise.h"
#include "scalar/convert.h"
#include "scalar/convert8.h"

SB_FN float f32_reciprocal(float x)
{
    return f32_canonical(1.0f / x);
}

#define RECIPROCAL(format)                                                                         \
    SB_FN sb_##format format##_reciprocal(sb_##format x)                                           \
    {                                                                                              \
        return format##_from_f32(1.0f / f32_from_##format(x));                                     \
    }                                                                                              \
    SB_LOOP_1(loop_##format, sb_##format, sb_##format, format##_reciprocal)
SB_LOOP_1(loop_f32, sb_f32, sb_f32, f32_reciprocal)
RECIPROCAL(f16)
RECIPROCAL(bf16)
RECIPROCAL(f8e4m3fn)
RECIPROCAL(f8e5m2)

static const sb_variant variants[] = {
    {{SB_F32}, SB_F32, loop_f32},
    {{SB_F16}, SB_F16, loop_f16},
    {{SB_BF16}, SB_BF16, loop_bf16},
    {{SB_F8E4M3FN}, SB_F8E4M3FN, loop_f8e4m3fn},
    {{SB_F8E5M2}, SB_F8E5M2, loop_f8e5m2},
    {{0}, 0, NULL}};
SB_ELEMENTWISE(reciprocal, 1);
