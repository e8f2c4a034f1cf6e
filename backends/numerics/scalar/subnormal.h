/* subnormal.h - conversions between binary32 and binary64 without arithmetic on subnormal binary32
 * numbers.
 *
 * Processors of the x86 family take some hundred cycles for one conversion or operation on a
 * subnormal number. These conversions use integers and normal binary64 numbers instead. They give
 * the same bits as the processor's own conversions, in the same time for every operand. Clauses R1,
 * R5, S1.
 */
#ifndef SB_SCALAR_SUBNORMAL_H
#define SB_SCALAR_SUBNORMAL_H

#include "scalar/convert64.h"

/* Widen x. This is exact. */
SB_FN double f64_from_any_f32(float x)
{
    uint32_t u = f32_to_bits(x), a = u & 0x7fffffffu, tiny = a < 0x00800000u;
    double small = (double)(int32_t)(a & 0x7fffffu) * 0x1p-149;
    double normal = (double)f32_from_bits(tiny ? 0x3f800000u : u);
    uint64_t sign = (uint64_t)(u & 0x80000000u) << 32;
    return f64_from_bits(tiny ? f64_to_bits(small) | sign : f64_to_bits(f64_canonical(normal)));
}

/* Round to nearest, ties to even. Below 2^-126, adding 2^-97 rounds to the unit 2^-149. */
SB_FN float f32_from_any_f64(double x)
{
    const double unit = 0x1p-97;
    uint64_t u = f64_to_bits(x), a = u & ~SB_SIGN;
    const int tiny = a < UINT64_C(0x3810000000000000);
    uint32_t small =
        (uint32_t)(f64_to_bits(f64_from_bits(tiny ? a : 0) + unit) - f64_to_bits(unit));
    uint32_t normal = f32_to_bits((float)f64_from_bits(tiny ? UINT64_C(0x3ff0000000000000) : u));
    uint32_t sign = (uint32_t)(u >> 32) & 0x80000000u;
    return f32_canonical(f32_from_bits(tiny ? small | sign : normal));
}

/* Return 1 for a subnormal number. */
SB_FN uint32_t f32_is_subnormal(float x) { return (f32_to_bits(x) & 0x7fffffffu) - 1u < 0x7fffffu; }

/* Return 1 for a number other than 0 that may round to a subnormal binary32 number or to 0. */
SB_FN uint64_t f64_is_tiny(double x)
{
    return (f64_to_bits(x) & ~SB_SIGN) - 1u < UINT64_C(0x3810000000000000);
}

#endif
