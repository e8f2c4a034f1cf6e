/* draw.h - random values, each made from one random number (clause D2).
 *
 * k is a 32-bit random number, u a 64-bit one. normal and exponential use the midpoint (2 k + 1) /
 * 2^33. It is exact in binary64, and so is 1 minus it, as normal_quantile_to_odd requires.
 * wide_log.h requires that m - 1 is exact for the significand m, which has 33 bits. The relative
 * errors of the quick functions are within 2^-47 (erf_inverse.h, plain_log.h). With rounding to
 * odd, they are 2^-61 and 2^-97.
 */
#ifndef SB_SCALAR_DRAW_H
#define SB_SCALAR_DRAW_H

#include "scalar/convert.h"
#include "scalar/erf_inverse.h"
#include "scalar/plain_log.h"
#include "scalar/wide_log.h"

SB_FN float draw_uniform_f32(uint32_t k) { return (float)(int32_t)(k >> 8) * 0x1p-24f; }

SB_FN uint16_t draw_uniform_f16(uint32_t k)
{
    return f16_from_f32((float)(int32_t)(k >> 21) * 0x1p-11f);
}

SB_FN uint16_t draw_uniform_bf16(uint32_t k)
{
    return bf16_from_f32((float)(int32_t)(k >> 24) * 0x1p-8f);
}

SB_FN double draw_uniform_f64(uint64_t u) { return (double)(int64_t)(u >> 11) * 0x1p-53; }

/* The midpoint of a 64-bit random number is (2 k + 1) / 2^54, where k is its upper 53 bits. These
 * functions return whether it is below 1/2, and the smaller of the midpoint and 1 minus the
 * midpoint. For the smaller one, 2 k + 1 has 53 bits, so both are exact. */
SB_FN int draw_is_low(uint64_t u) { return u >> 63 == 0; }

SB_FN double draw_lower_part(uint64_t u)
{
    const uint64_t k = (draw_is_low(u) ? u : ~u) >> 11;
    return (double)(int64_t)(2 * k + 1) * 0x1p-54;
}

/* Return the midpoint of the interval of 0 .. 1 that k represents. It is exact. */
SB_FN double draw_midpoint(uint32_t k) { return ((double)k + 0.5) * 0x1p-32; }

SB_FN double draw_normal_quick(uint32_t k)
{
    const double x = draw_midpoint(k), q = both_tails(x);
    return f64_with_sign(SB_ROOT_2 * inverse_start(1.0 - q, q), x - 0.5);
}

SB_FN double draw_normal_to_odd(uint32_t k) { return normal_quantile_to_odd(draw_midpoint(k)); }

SB_FN double draw_exponential_quick(uint32_t k) { return -plain_log(draw_midpoint(k)); }

SB_FN double draw_exponential_to_odd(uint32_t k)
{
    double power, x = draw_midpoint(k), n = wide_log_exponent(x, &power);
    const double_double y = wide_log_join(n, wide_log1p_reduced(dd_of(x * power - 1.0)));
    return -dd_round_to_odd(y);
}

#endif
