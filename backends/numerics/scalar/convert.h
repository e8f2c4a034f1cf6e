/* convert.h - conversions between binary32 and the two 16-bit float formats (clauses F1, R5, S1).
 *
 * Widening is exact. Narrowing rounds once to nearest even. It uses integer code, which depends on
 * neither an instruction set nor a rounding mode, or a GPU instruction that names its rounding.
 * Every NaN becomes the canonical one. The functions have no branches, so loops over them can be
 * vectorised.
 */
#ifndef SB_SCALAR_CONVERT_H
#define SB_SCALAR_CONVERT_H

#include "scalar/portable.h"

/* Return the value, or the canonical NaN of its format for a NaN (clause S1). */
SB_FN float f32_canonical(float x) { return f32_from_bits(x != x ? 0x7fc00000u : f32_to_bits(x)); }

SB_FN double f64_canonical(double x)
{
    return f64_from_bits(x != x ? UINT64_C(0x7ff8000000000000) : f64_to_bits(x));
}

/* f32_plain_...: a NaN stays a NaN, but not necessarily the canonical one. Use these functions if
 * the final result is made canonical anyway (S1). */
SB_FN float f32_plain_f16(uint16_t h)
{
#if SB_HAS_F16
    return sb_widen_f16(h);
#else
    uint32_t magnitude = (uint32_t)(h & 0x7fffu) << 13;
    /* As a binary32 pattern this is the value times 2^-112, even for subnormals. */
    uint32_t u = f32_to_bits(f32_from_bits(magnitude) * 0x1p112f);
    u = magnitude >= 0x7c00u << 13 ? 0x7f800000u | magnitude : u;
    return f32_from_bits(u | (uint32_t)(h & 0x8000u) << 16);
#endif
}

SB_FN float f32_plain_bf16(uint16_t h) { return f32_from_bits((uint32_t)h << 16); }

SB_FN float f32_from_f16(uint16_t h) { return f32_canonical(f32_plain_f16(h)); }

SB_FN float f32_from_bf16(uint16_t h) { return f32_canonical(f32_plain_bf16(h)); }

SB_FN uint16_t f16_from_f32(float x)
{
#if SB_HAS_F16
    return x != x ? (uint16_t)0x7e00u : sb_narrow_f16(x);
#else
    uint32_t u = f32_to_bits(x), a = u & 0x7fffffffu;
    uint32_t normal = (a - (112u << 23) + 0xfffu + ((a >> 13) & 1u)) >> 13;
    /* Below 2^-14 the unit is 2^-24. A shift by 25 bits or more leaves zero. */
    uint32_t places = 126u - (a >> 23);
    places = places - 1u > 24u ? 25u : places; /* 1 .. 25 where it matters */
    uint32_t m = (a & 0x7fffffu) | 0x800000u;
    uint32_t subnormal = (m + ((1u << (places - 1u)) - 1u) + ((m >> places) & 1u)) >> places;
    uint32_t h = a < 0x38800000u ? subnormal : normal;
    h = a >= 0x477ff000u ? 0x7c00u : h; /* 65520 and above round to infinity */
    h |= (u >> 16) & 0x8000u;
    return (uint16_t)(a > 0x7f800000u ? 0x7e00u : h);
#endif
}

SB_FN uint16_t bf16_from_f32(float x)
{
#if SB_HAS_BF16
    return x != x ? (uint16_t)0x7fc0u : sb_narrow_bf16(x);
#else
    uint32_t u = f32_to_bits(x);
    uint32_t h = (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
    return (uint16_t)((u & 0x7fffffffu) > 0x7f800000u ? 0x7fc0u : h);
#endif
}

#endif
