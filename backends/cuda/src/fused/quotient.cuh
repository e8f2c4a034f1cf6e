// quotient.cuh - many values divided by one value, each correctly rounded (R2), without a division
// for each.
//
// Markstein's theorem (Computation of elementary functions on the IBM RISC System/6000 processor,
// 1990, theorem 5): let r be 1 / s rounded, q within one ulp of x / s, and d = x - s q, which is
// exact. Then q + d r, rounded once, is x / s rounded.
//
// The product x r is within two ulps. A first step of this kind, whose error before its rounding is
// below 2^-46, brings it within one ulp. The second step is the step of the theorem. It is valid if
// nothing overflows or loses bits to underflow. With 1 <= s <= 2^40 and x >= 2^-80 (and x <= 1), q
// is at least 2^-120. Then d, a multiple of ulp(s) ulp(q), which is above 2^-128, is exact. x = +0
// gives +0 by the same steps.
#pragma once

#include "formats.cuh"

SB_DEVICE bool sb_has_easy_quotients(float s)
{
    return s >= float(1) && s <= float(0x1p40f); // false if s is a NaN
}

// Return, for 0 <= x <= 1, whether x is 0 or at least 2^-80. (The result is also true for a NaN,
// but then s is a NaN, too.)
SB_DEVICE bool sb_is_easy_dividend(float x)
{
    return f32_to_bits(x) - 1u >= f32_to_bits(float(0x1p-80f)) - 1u;
}

// Return x / s, where r is 1 / s.
SB_DEVICE float sb_easy_quotient(float x, float s, float r)
{
    float q = x * r;
    q = SB_FMA_F32(SB_FMA_F32(-s, q, x), r, q);
    return SB_FMA_F32(SB_FMA_F32(-s, q, x), r, q);
}
