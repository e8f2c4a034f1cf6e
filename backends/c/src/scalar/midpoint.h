/* midpoint.h - whether a binary32 number lies midway between two neighbours of a narrower format.
 *
 * The borders of overflow count as midpoints (the next power of two being the neighbour above), and
 * so does half of the least subnormal. Clause R1.
 */
#ifndef SB_SCALAR_MIDPOINT_H
#define SB_SCALAR_MIDPOINT_H

#include "scalar/portable.h"

/* A format with `fraction` explicit bits and least normal exponent `emin`. */
SB_FN uint32_t f32_is_midpoint(float x, int fraction, int emin)
{
    const uint32_t drop = 23u - (uint32_t)fraction, least = (uint32_t)(emin + 127) << 23;
    uint32_t a = f32_to_bits(x) & 0x7fffffffu;
    uint32_t normal = (a & ((1u << drop) - 1u)) ^ (1u << (drop - 1u)); /* 0: a midpoint */
    /* Below the least normal number 24 significant bits stand over a fixed unit. */
    uint32_t places = drop + (least >> 23) - (a >> 23);
    places = places > 25u ? 25u : places;
    uint32_t m = (a & 0x7fffffu) | 0x800000u;
    uint32_t subnormal = (m & ((1u << places) - 1u)) ^ (1u << (places - 1u));
    uint32_t rest = a < least ? subnormal : normal;
    return rest == 0u;
}

SB_FN uint32_t f16_midpoint(float x)
{
    return f32_is_midpoint(x, 10, -14);
}

/* bfloat16 shares the unit of binary32's subnormals: its fields alone tell. */
SB_FN uint32_t bf16_midpoint(float x)
{
    return (f32_to_bits(x) & 0xffffu) == 0x8000u;
}

SB_FN uint32_t f8e4m3fn_midpoint(float x)
{
    return f32_is_midpoint(x, 3, -6);
}

SB_FN uint32_t f8e5m2_midpoint(float x)
{
    return f32_is_midpoint(x, 2, -14);
}

#endif
