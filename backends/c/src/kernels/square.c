/* square.c - x * x, rounded once (clauses R1, R2, S1).
 *
 * binary32 is the hardware's product. In the smaller formats x * x is exact in binary32 (22 bits at
 * most), but for bf16 products that underflow there: below 2^-134 they must give 0, and they do, since
 * x < 2^-67 means x <= 2^-67 (1 - 2^-8), whose square rounds to less than 2^-134 in binary32 too; from
 * 2^-134 on the 16 bits of a product end at 2^-149 or above.
 */
#include "elementwise.h"
#include "scalar/convert.h"
#include "scalar/convert8.h"

SB_FN float f32_square(float x)
{
    return f32_canonical(x * x);
}

#define SQUARE(format)                                                                             \
    SB_FN sb_##format format##_square(sb_##format x)                                               \
    {                                                                                              \
        float a = f32_from_##format(x);                                                            \
        return format##_from_f32(a * a);                                                           \
    }                                                                                              \
    SB_LOOP_1(loop_##format, sb_##format, sb_##format, format##_square)
SB_LOOP_1(loop_f32, sb_f32, sb_f32, f32_square)
SQUARE(f16)
SQUARE(bf16)
SQUARE(f8e4m3fn)
SQUARE(f8e5m2)

static const sb_variant variants[] = {
    {{SB_F32}, SB_F32, loop_f32},
    {{SB_F16}, SB_F16, loop_f16},
    {{SB_BF16}, SB_BF16, loop_bf16},
    {{SB_F8E4M3FN}, SB_F8E4M3FN, loop_f8e4m3fn},
    {{SB_F8E5M2}, SB_F8E5M2, loop_f8e5m2},
    {{0}, 0, NULL}};
SB_ELEMENTWISE(square, 1);
