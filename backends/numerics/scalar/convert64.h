/* convert64.h - conversions between binary64 and the other float formats of 16 bits and more
 * (clauses R5, S1).
 *
 * Widening is exact. Narrowing rounds once to nearest even. Narrowing to 16 bits uses integer code,
 * so that a binary64 value never passes through binary32. NaN results are canonical.
 */
#ifndef SB_SCALAR_CONVERT64_H
#define SB_SCALAR_CONVERT64_H

#include "scalar/convert.h"

SB_FN double f64_from_f16(uint16_t x) { return (double)f32_from_f16(x); }

SB_FN double f64_from_bf16(uint16_t x) { return (double)f32_from_bf16(x); }

SB_FN double f64_from_f32(float x) { return f64_canonical((double)x); }

SB_FN float f32_from_f64(double x) { return f32_canonical((float)x); }

/* Round the value of a function, which is rounded to odd, for the last time. */
SB_FN float f32_from_odd(double x) { return f32_from_f64(x); }

/* Round to a 16-bit format with `fraction` explicit bits, lowest normal exponent `emin`, and the
 * patterns `infinity` and `nan`. */
SB_FN uint16_t f16_like_from_f64(double x, int fraction, int emin, uint64_t infinity, uint64_t nan)
{
    const uint64_t sign_mask = UINT64_C(0x8000000000000000);
    const int drop = 52 - fraction;
    uint64_t u = f64_to_bits(x), a = u & ~sign_mask;
    /* Normal: move the exponent, then round off the low bits. A carry into the exponent gives the
     * right result. */
    uint64_t moved = a - ((uint64_t)(emin - 1 + 1023) << 52);
    uint64_t normal = (moved + ((UINT64_C(1) << (drop - 1)) - 1) + ((moved >> drop) & 1)) >> drop;
    /* Subnormal: adding 2^(52 + lowest exponent) rounds to the format's unit, ties to even. */
    const double unit = f64_from_bits((uint64_t)(emin - fraction + 52 + 1023) << 52);
    uint64_t subnormal = f64_to_bits(f64_from_bits(a) + unit) - f64_to_bits(unit);
    uint64_t least_normal = (uint64_t)(emin + 1023) << 52;
    uint64_t r = a < least_normal ? subnormal : normal;
    r = r > infinity ? infinity : r;
    r |= u >> 48 & 0x8000u;
    return (uint16_t)(a > UINT64_C(0x7ff0000000000000) ? nan : r);
}

SB_FN uint16_t f16_from_f64(double x) { return f16_like_from_f64(x, 10, -14, 0x7c00u, 0x7e00u); }

SB_FN uint16_t bf16_from_f64(double x) { return f16_like_from_f64(x, 7, -126, 0x7f80u, 0x7fc0u); }

/* Conversion to binary32 is exact, so the 16-bit formats convert to each other through it. */
SB_FN uint16_t bf16_from_f16(uint16_t x) { return bf16_from_f32(f32_from_f16(x)); }

SB_FN uint16_t f16_from_bf16(uint16_t x) { return f16_from_f32(f32_from_bf16(x)); }

#endif
