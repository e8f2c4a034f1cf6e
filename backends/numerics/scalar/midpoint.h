/* midpoint.h - a test whether a binary32 number is a midpoint of two neighbours in a narrower
 * format.
 *
 * The limits of overflow count as midpoints (their upper neighbour is the next power of two), and
 * so does half of the smallest subnormal. Clause R1.
 */
#ifndef SB_SCALAR_MIDPOINT_H
#define SB_SCALAR_MIDPOINT_H

#include "scalar/portable.h"

/* Check whether x is within `reach` units in the last place of a midpoint of the format with
 * `fraction` explicit bits and lowest normal exponent `emin`. */
SB_FN uint32_t f32_is_midpoint(float x, int fraction, int emin, uint32_t reach)
{
    const uint32_t drop = 23u - (uint32_t)fraction, least = (uint32_t)(emin + 127) << 23;
    uint32_t a = f32_to_bits(x) & 0x7fffffffu;
    /* The value is 0 .. 2 reach if the dropped bits are near the middle. */
    uint32_t normal = (a & ((1u << drop) - 1u)) - ((1u << (drop - 1u)) - reach);
    /* Below the lowest normal number, the format's unit is constant. */
    uint32_t places = drop + (least >> 23) - (a >> 23);
    places = places - 1u > 24u ? 25u : places; /* 1 .. 25 where it matters */
    uint32_t m = (a & 0x7fffffu) | 0x800000u;
    uint32_t subnormal = (m & ((1u << places) - 1u)) - ((1u << (places - 1u)) - reach);
    uint32_t rest = a < least ? subnormal : normal;
    return rest <= 2u * reach;
}

/* Check whether x is within `reach` units of a midpoint of bfloat16. bfloat16 has the exponent
 * range of binary32, so the low bits are enough to decide. */
SB_FN uint32_t bf16_is_midpoint(float x, uint32_t reach)
{
    return (f32_to_bits(x) & 0xffffu) - (0x8000u - reach) <= 2u * reach;
}

SB_FN uint32_t f16_midpoint(float x) { return f32_is_midpoint(x, 10, -14, 0u); }
SB_FN uint32_t bf16_midpoint(float x) { return bf16_is_midpoint(x, 0u); }
SB_FN uint32_t f8e4m3fn_midpoint(float x) { return f32_is_midpoint(x, 3, -6, 0u); }
SB_FN uint32_t f8e5m2_midpoint(float x) { return f32_is_midpoint(x, 2, -14, 0u); }

#define SB_NEAR 8u
SB_FN uint32_t f16_near_midpoint(float x) { return f32_is_midpoint(x, 10, -14, SB_NEAR); }
SB_FN uint32_t bf16_near_midpoint(float x) { return bf16_is_midpoint(x, SB_NEAR); }
SB_FN uint32_t f8e4m3fn_near_midpoint(float x) { return f32_is_midpoint(x, 3, -6, SB_NEAR); }
SB_FN uint32_t f8e5m2_near_midpoint(float x) { return f32_is_midpoint(x, 2, -14, SB_NEAR); }

#endif
