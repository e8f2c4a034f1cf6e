/* convert8.h - conversions between the two 8-bit float formats and binary32 or binary64 (clauses
 * F1, R1, R5, S1).
 *
 * Widening is exact: f8e4m3fn is rebiased by one exact multiplication, and f8e5m2 is the upper half
 * of a binary16 pattern, which has the same exponent range. Narrowing rounds the source once to
 * nearest even, by integer code. The formats differ beyond the range. f8e5m2 has infinities.
 * f8e4m3fn has none, so its conversions saturate to +-448, even for infinities. The conversions
 * called f8e4m3fn_strict_from_* (a cast with saturate = false) return NaN above 464 instead. 464
 * itself is the tie between 448 and 480, which the format lacks, and goes to 448, which is even.
 * NaN is canonical.
 */
#ifndef SB_SCALAR_CONVERT8_H
#define SB_SCALAR_CONVERT8_H

#include "scalar/convert64.h"

typedef uint8_t sb_f8e4m3fn;
typedef uint8_t sb_f8e5m2;

SB_FN float f32_from_f8e4m3fn(sb_f8e4m3fn x)
{
    uint32_t magnitude = x & 0x7fu;
    /* As a binary32 pattern this is the value times 2^-120, even for subnormals. */
    uint32_t u = f32_to_bits(f32_from_bits(magnitude << 20) * 0x1p120f);
    u |= (uint32_t)(x & 0x80u) << 24;
    return f32_from_bits(magnitude == 0x7fu ? 0x7fc00000u : u);
}

SB_FN float f32_plain_f8e4m3fn(sb_f8e4m3fn x) { return f32_from_f8e4m3fn(x); }

SB_FN float f32_plain_f8e5m2(sb_f8e5m2 x) { return f32_plain_f16((uint16_t)(x << 8)); }

SB_FN float f32_from_f8e5m2(sb_f8e5m2 x) { return f32_canonical(f32_plain_f8e5m2(x)); }

SB_FN double f64_from_f8e4m3fn(sb_f8e4m3fn x) { return (double)f32_from_f8e4m3fn(x); }

SB_FN double f64_from_f8e5m2(sb_f8e5m2 x) { return (double)f32_from_f8e5m2(x); }

/* Round to an 8-bit format with `fraction` explicit bits and lowest normal exponent `emin`. If the
 * pattern of the magnitude would exceed `largest`, the result is `beyond`. */
SB_FN uint8_t f8_like_from_f64(double x, int fraction, int emin, uint64_t largest, uint64_t beyond,
                               uint64_t nan)
{
    const int drop = 52 - fraction;
    uint64_t u = f64_to_bits(x), a = u & ~SB_SIGN;
    /* Normal: move the exponent, then round off the low bits. A carry into the exponent gives the
     * right result. */
    uint64_t moved = a - ((uint64_t)(emin - 1 + 1023) << 52);
    uint64_t normal = (moved + ((UINT64_C(1) << (drop - 1)) - 1) + ((moved >> drop) & 1)) >> drop;
    /* Subnormal: adding 2^(52 + lowest exponent) rounds to the format's unit, ties to even. */
    const double unit = f64_from_bits((uint64_t)(emin - fraction + 52 + 1023) << 52);
    uint64_t subnormal = f64_to_bits(f64_from_bits(a) + unit) - f64_to_bits(unit);
    uint64_t r = a < (uint64_t)(emin + 1023) << 52 ? subnormal : normal;
    uint64_t signs = u >> 56 & 0x80u;
    r = r > largest ? beyond : r;
    r = r == nan ? nan : r | signs;
    return (uint8_t)(a > UINT64_C(0x7ff0000000000000) ? nan : r);
}

SB_FN uint8_t f8_like_from_f32(float x, int fraction, int emin, uint32_t largest, uint32_t beyond,
                               uint32_t nan)
{
    const int drop = 23 - fraction;
    uint32_t u = f32_to_bits(x), a = u & 0x7fffffffu;
    uint32_t moved = a - ((uint32_t)(emin - 1 + 127) << 23);
    uint32_t normal = (moved + ((1u << (drop - 1)) - 1u) + ((moved >> drop) & 1u)) >> drop;
    const float unit = f32_from_bits((uint32_t)(emin - fraction + 23 + 127) << 23);
    uint32_t subnormal = f32_to_bits(f32_from_bits(a) + unit) - f32_to_bits(unit);
    uint32_t r = a < (uint32_t)(emin + 127) << 23 ? subnormal : normal;
    uint32_t signs = u >> 24 & 0x80u;
    r = r > largest ? beyond : r;
    r = r == nan ? nan : r | signs;
    return (uint8_t)(a > 0x7f800000u ? nan : r);
}

SB_FN sb_f8e4m3fn f8e4m3fn_from_f64(double x)
{
    return f8_like_from_f64(x, 3, -6, 0x7e, 0x7e, 0x7f);
}

SB_FN sb_f8e4m3fn f8e4m3fn_from_f32(float x)
{
    return f8_like_from_f32(x, 3, -6, 0x7e, 0x7e, 0x7f);
}

SB_FN sb_f8e4m3fn f8e4m3fn_strict_from_f64(double x)
{
    return f8_like_from_f64(x, 3, -6, 0x7e, 0x7f, 0x7f);
}

SB_FN sb_f8e5m2 f8e5m2_from_f64(double x) { return f8_like_from_f64(x, 2, -14, 0x7c, 0x7c, 0x7e); }

SB_FN sb_f8e5m2 f8e5m2_from_f32(float x) { return f8_like_from_f32(x, 2, -14, 0x7c, 0x7c, 0x7e); }

#endif
