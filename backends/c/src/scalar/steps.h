/* steps.h - activations and derivatives whose results are operands or constants: relu, relu6, and
 * the derivatives of relu, relu6, hardsigmoid and leaky_relu, by integer code on the bits of any
 * format.
 *
 * A finite number without sign is ordered like its bits. NaN results are canonical (S1); relu(-0)
 * is +0 (S3); kinks as the table of S4 says.
 */
#ifndef SB_SCALAR_STEPS_H
#define SB_SCALAR_STEPS_H

#include "scalar/convert64.h"
#include "scalar/convert8.h"

/* A format's bits: the sign, the largest pattern that is no NaN, the canonical NaN, and numbers. */
typedef struct step_bits {
    uint32_t sign, top, nan, one, three, six, sixth;
} step_bits;

#define SB_STEPS_F32                                                                               \
    {0x80000000u, 0x7f800000u, 0x7fc00000u, 0x3f800000u, 0x40400000u, 0x40c00000u, 0x3e2aaaabu}
#define SB_STEPS_F16 {0x8000u, 0x7c00u, 0x7e00u, 0x3c00u, 0x4200u, 0x4600u, 0x3155u}
#define SB_STEPS_BF16 {0x8000u, 0x7f80u, 0x7fc0u, 0x3f80u, 0x4040u, 0x40c0u, 0x3e2bu}
#define SB_STEPS_F8E4M3FN {0x80u, 0x7eu, 0x7fu, 0x38u, 0x44u, 0x4cu, 0x23u}
#define SB_STEPS_F8E5M2 {0x80u, 0x7cu, 0x7eu, 0x3cu, 0x42u, 0x46u, 0x31u}

SB_FN uint32_t step_or_nan(step_bits f, uint32_t x, uint32_t y)
{
    return (x & ~f.sign) > f.top ? f.nan : y;
}

SB_FN uint32_t relu_bits(step_bits f, uint32_t x)
{
    return step_or_nan(f, x, x < f.sign ? x : 0u);
}

SB_FN uint32_t relu6_bits(step_bits f, uint32_t x)
{
    uint32_t y = x < f.sign ? x : 0u;
    return step_or_nan(f, x, y < f.six ? y : f.six);
}

/* x > 0 ? one : other; -0 and the negative numbers have a bit at `sign`. */
SB_FN uint32_t step_at_zero(step_bits f, uint32_t x, uint32_t other)
{
    return step_or_nan(f, x, x - 1u < f.sign - 1u ? f.one : other);
}

SB_FN uint32_t relu_derivative_bits(step_bits f, uint32_t x)
{
    return step_at_zero(f, x, 0u);
}

SB_FN uint32_t relu6_derivative_bits(step_bits f, uint32_t x)
{
    return step_or_nan(f, x, x - 1u < f.six - 1u ? f.one : 0u);
}

SB_FN uint32_t hardsigmoid_derivative_bits(step_bits f, uint32_t x)
{
    return step_or_nan(f, x, (x & ~f.sign) < f.three ? f.sixth : 0u);
}

#endif
