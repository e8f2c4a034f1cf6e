/* steps.h - activation functions and derivatives whose results are operands or constants, by
 * integer code on the bits of any format.
 *
 * They are relu, relu6, and the derivatives of relu, relu6, hardsigmoid and leaky_relu. Finite
 * magnitudes have the same order as their bits. NaN results are canonical (S1). relu(-0) is +0
 * (S3). Derivatives at kinks are as in the table of S4.
 */
#ifndef SB_SCALAR_STEPS_H
#define SB_SCALAR_STEPS_H

#include "scalar/convert64.h"
#include "scalar/convert8.h"

/* The bit patterns of a format: the sign, the largest pattern that is not a NaN, the canonical NaN,
 * and numbers. */
typedef struct step_bits {
    uint32_t sign, top, nan, one, three, six, sixth;
} step_bits;

typedef struct step_bits_64 {
    uint64_t sign, top, nan, one, three, six, sixth;
} step_bits_64;

#define SB_STEPS_F32                                                                               \
    {0x80000000u, 0x7f800000u, 0x7fc00000u, 0x3f800000u, 0x40400000u, 0x40c00000u, 0x3e2aaaabu}
#define SB_STEPS_F64                                                                               \
    {UINT64_C(0x8000000000000000), UINT64_C(0x7ff0000000000000), UINT64_C(0x7ff8000000000000),     \
     UINT64_C(0x3ff0000000000000), UINT64_C(0x4008000000000000), UINT64_C(0x4018000000000000),     \
     UINT64_C(0x3fc5555555555555)}
#define SB_STEPS_F16 {0x8000u, 0x7c00u, 0x7e00u, 0x3c00u, 0x4200u, 0x4600u, 0x3155u}
#define SB_STEPS_BF16 {0x8000u, 0x7f80u, 0x7fc0u, 0x3f80u, 0x4040u, 0x40c0u, 0x3e2bu}
#define SB_STEPS_F8E4M3FN {0x80u, 0x7eu, 0x7fu, 0x38u, 0x44u, 0x4cu, 0x23u}
#define SB_STEPS_F8E5M2 {0x80u, 0x7cu, 0x7eu, 0x3cu, 0x42u, 0x46u, 0x31u}

/* The functions for words of four widths (a vector holds more short words): <op>_bits,
 * <op>_bits_16, <op>_bits_8 and <op>_bits_64. */
#define SB_WORD uint32_t
#define SB_STEP_BITS step_bits
#define SB_SIZED(name) name
#include "scalar/steps_template.h"

#define SB_WORD uint16_t
#define SB_STEP_BITS step_bits
#define SB_SIZED(name) name##_16
#include "scalar/steps_template.h"

#define SB_WORD uint8_t
#define SB_STEP_BITS step_bits
#define SB_SIZED(name) name##_8
#include "scalar/steps_template.h"

#define SB_WORD uint64_t
#define SB_STEP_BITS step_bits_64
#define SB_SIZED(name) name##_64
#include "scalar/steps_template.h"

#endif
