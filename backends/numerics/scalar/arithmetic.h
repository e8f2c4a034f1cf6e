/* arithmetic.h - add, sub, mul, div, sqrt and fma, rounded once to the operands' format (clauses
 * R1, R2).
 *
 * binary32 and binary64: the operation of the hardware. 16 bits: in a wider format whose own
 * rounding is harmless, or with rounding to odd. With operands and results of p bits, a first
 * rounding to P >= 2p + 2 bits changes no result (Figueroa, "When is double rounding innocuous?",
 * 1995), if no result is subnormal in the wider format: 24 >= 2 * 11 + 2 allows binary16 in
 * binary32. bfloat16 has the exponent range of binary32, so its products and quotients are computed
 * in binary64 (products are exact there). Sums that are subnormal in binary32 are exact.
 * tests/exhaustive checks all pairs. 8 bits: in binary32, because 24 >= 2 * 4 + 2 and no result is
 * subnormal there: products are exact (8 bits of significand), and quotients and roots are above
 * 2^-32. All pairs are tested. fma of 16 and 8 bits: exact product, TwoSum, rounding to odd. NaN
 * results are canonical (S1).
 */
#ifndef SB_SCALAR_ARITHMETIC_H
#define SB_SCALAR_ARITHMETIC_H

#include "scalar/convert8.h"
#include "scalar/double_double.h"
#include "scalar/names.h"

SB_FN double f64_add(double a, double b) { return f64_canonical(a + b); }

SB_FN float f32_add(float a, float b) { return f32_canonical(a + b); }

SB_FN uint16_t f16_add(uint16_t a, uint16_t b)
{
    return f16_from_f32(f32_plain_f16(a) + f32_plain_f16(b));
}

SB_FN uint16_t bf16_add(uint16_t a, uint16_t b)
{
    return bf16_from_f32(f32_plain_bf16(a) + f32_plain_bf16(b));
}

SB_FN double f64_sub(double a, double b) { return f64_canonical(a - b); }

SB_FN float f32_sub(float a, float b) { return f32_canonical(a - b); }

SB_FN uint16_t f16_sub(uint16_t a, uint16_t b)
{
    return f16_from_f32(f32_plain_f16(a) - f32_plain_f16(b));
}

SB_FN uint16_t bf16_sub(uint16_t a, uint16_t b)
{
    return bf16_from_f32(f32_plain_bf16(a) - f32_plain_bf16(b));
}

SB_FN double f64_mul(double a, double b) { return f64_canonical(a * b); }

SB_FN float f32_mul(float a, float b) { return f32_canonical(a * b); }

SB_FN uint16_t f16_mul(uint16_t a, uint16_t b)
{
    return f16_from_f32(f32_plain_f16(a) * f32_plain_f16(b));
}

SB_FN uint16_t bf16_mul(uint16_t a, uint16_t b)
{
    const float x = f32_plain_bf16(a), y = f32_plain_bf16(b);
/* binary64 may be slow here. All products are exact, except subnormal ones. */
#if defined(__CUDACC__)
    const float product = x * y;
    if (f32_to_bits(product) * 2u - 1u >= 0xffffffu)
        return bf16_from_f32(product);
#endif
    return bf16_from_f64((double)x * (double)y);
}

SB_FN double f64_div(double a, double b) { return f64_canonical(a / b); }

SB_FN float f32_div(float a, float b) { return f32_canonical(a / b); }

SB_FN uint16_t f16_div(uint16_t a, uint16_t b)
{
    return f16_from_f32(f32_plain_f16(a) / f32_plain_f16(b));
}

SB_FN uint16_t bf16_div(uint16_t a, uint16_t b)
{
    return bf16_from_f64((double)f32_plain_bf16(a) / (double)f32_plain_bf16(b));
}

SB_FN double f64_sqrt(double x) { return f64_canonical(SB_SQRT(x)); }

SB_FN float f32_sqrt(float x) { return f32_canonical(SB_SQRT_F32(x)); }

SB_FN uint16_t f16_sqrt(uint16_t x) { return f16_from_f32(f32_sqrt(f32_plain_f16(x))); }

SB_FN uint16_t bf16_sqrt(uint16_t x) { return bf16_from_f32(f32_sqrt(f32_plain_bf16(x))); }

#define SB_FORMAT f8e4m3fn
#include "scalar/arithmetic_8_template.h"

#define SB_FORMAT f8e5m2
#include "scalar/arithmetic_8_template.h"

/* Return a * b + c rounded to odd. a * b must be exact in binary64, and no operation may overflow
 * there. */
SB_FN double f64_fma_to_odd(double a, double b, double c)
{
    double_double s = dd_two_sum(a * b, c);
    s.lo = s.lo - s.lo == 0.0 ? s.lo : 0.0; /* an infinite sum has no error term */
    return dd_round_to_odd(s);
}

SB_FN float f32_fma(float a, float b, float c)
{
#if SB_HAS_FMA
    return f32_canonical(SB_FMA_F32(a, b, c));
#else
    return f32_from_odd(f64_fma_to_odd((double)a, (double)b, (double)c));
#endif
}

SB_FN uint16_t f16_fma(uint16_t a, uint16_t b, uint16_t c)
{
    const float x = f32_plain_f16(a), y = f32_plain_f16(b), z = f32_plain_f16(c);
    return f16_from_f64(f64_fma_to_odd((double)x, (double)y, (double)z));
}

SB_FN uint16_t bf16_fma(uint16_t a, uint16_t b, uint16_t c)
{
    const float x = f32_plain_bf16(a), y = f32_plain_bf16(b), z = f32_plain_bf16(c);
    return bf16_from_f64(f64_fma_to_odd((double)x, (double)y, (double)z));
}

SB_FN uint8_t f8e4m3fn_fma(uint8_t a, uint8_t b, uint8_t c)
{
    return f8e4m3fn_from_f64(
        f64_fma_to_odd(f64_from_f8e4m3fn(a), f64_from_f8e4m3fn(b), f64_from_f8e4m3fn(c)));
}

SB_FN uint8_t f8e5m2_fma(uint8_t a, uint8_t b, uint8_t c)
{
    return f8e5m2_from_f64(
        f64_fma_to_odd(f64_from_f8e5m2(a), f64_from_f8e5m2(b), f64_from_f8e5m2(c)));
}

#endif
