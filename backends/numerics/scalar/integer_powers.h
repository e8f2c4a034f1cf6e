/* integer_powers.h - x * x and 1 / x in every format, rounded once (R1, R2, S1).
 *
 * binary64 and binary32 use the product or quotient of the hardware. In the shorter formats, the
 * binary32 result is rounded a second time, which has the same effect as one rounding:
 *
 * x * x is exact in binary32 (22 bits at most), except for bf16 products that underflow there.
 * Products below 2^-134 must give 0, and they do, because x < 2^-67 means x <= 2^-67 (1 - 2^-8),
 * whose square rounds to less than 2^-134 in binary32, too. Above 2^-134, the 16 bits of a product
 * end at 2^-149 or above.
 *
 * 1 / x has a first rounding (relative 2^-24; the subnormal quotients of bf16, 2^-21) that cannot
 * reach a midpoint m of the second: m x has at most 12 + 11 bits (in bf16 9 + 8), so 1 - m x is 0,
 * where the quotient is exact, or at least 2^-23 (2^-17). Figueroa, "When is double rounding
 * innocuous?" (1995).
 */
#ifndef SB_SCALAR_INTEGER_POWERS_H
#define SB_SCALAR_INTEGER_POWERS_H

#include "scalar/convert.h"
#include "scalar/convert64.h"
#include "scalar/convert8.h"

SB_FN double f64_square(double x) { return f64_canonical(x * x); }

SB_FN double f64_reciprocal(double x) { return f64_canonical(1.0 / x); }

SB_FN float f32_square(float x) { return f32_canonical(x * x); }

SB_FN float f32_reciprocal(float x) { return f32_canonical(1.0f / x); }

SB_FN uint16_t f16_square(uint16_t x)
{
    const float a = f32_plain_f16(x);
    return f16_from_f32(a * a);
}

SB_FN uint16_t f16_reciprocal(uint16_t x) { return f16_from_f32(1.0f / f32_plain_f16(x)); }

SB_FN uint16_t bf16_square(uint16_t x)
{
    const float a = f32_plain_bf16(x);
    return bf16_from_f32(a * a);
}

SB_FN uint16_t bf16_reciprocal(uint16_t x) { return bf16_from_f32(1.0f / f32_plain_bf16(x)); }

SB_FN uint8_t f8e4m3fn_square(uint8_t x)
{
    const float a = f32_from_f8e4m3fn(x);
    return f8e4m3fn_from_f32(a * a);
}

SB_FN uint8_t f8e4m3fn_reciprocal(uint8_t x)
{
    return f8e4m3fn_from_f32(1.0f / f32_from_f8e4m3fn(x));
}

SB_FN uint8_t f8e5m2_square(uint8_t x)
{
    const float a = f32_from_f8e5m2(x);
    return f8e5m2_from_f32(a * a);
}

SB_FN uint8_t f8e5m2_reciprocal(uint8_t x) { return f8e5m2_from_f32(1.0f / f32_from_f8e5m2(x)); }

#endif
