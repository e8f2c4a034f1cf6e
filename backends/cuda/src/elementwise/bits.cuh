// bits.cuh - elementwise kernels on the bit patterns of their operands, as unsigned integers.
#pragma once

#include "elementwise/elementwise.cuh"

#define SB_BITS_f64 uint64_t
#define SB_BITS_f32 uint32_t
#define SB_BITS_f16 uint16_t
#define SB_BITS_bf16 uint16_t
#define SB_BITS_f8e4m3fn uint8_t
#define SB_BITS_f8e5m2 uint8_t
#define SB_BITS_i64 uint64_t
#define SB_BITS_i32 uint32_t
#define SB_BITS_u32 uint32_t
#define SB_BITS_i16 uint16_t
#define SB_BITS_i8 uint8_t
#define SB_BITS_u8 uint8_t
#define SB_BITS_bool uint8_t

// A bit pattern of the result's format.
typedef SB_JOIN(SB_BITS_, SB_R) sb_bits;

enum { SB_WIDTH = 8 * (int)sizeof(sb_bits) };

// `expression` in x (and z) maps bit patterns to a bit pattern. `parameter` is the op's numeric
// attribute.
#define SB_BITWISE_1(op, expression)                                                               \
    struct op##_rule {                                                                             \
        static SB_DEVICE bool quick(sb_bits &y, sb_bits x, const double *parameters)               \
        {                                                                                          \
            y = slow(x, parameters);                                                               \
            return true;                                                                           \
        }                                                                                          \
        static SB_DEVICE sb_bits slow(sb_bits x, const double *parameters)                         \
        {                                                                                          \
            const double parameter = sb_parameter(parameters);                                     \
            (void)parameter;                                                                       \
            return (sb_bits)(expression);                                                          \
        }                                                                                          \
    };                                                                                             \
    SB_KERNEL(op) { sb_elementwise_1<op##_rule, sb_bits, sb_bits>(a); }

#define SB_BITWISE_2(op, expression)                                                               \
    struct op##_rule {                                                                             \
        static SB_DEVICE bool quick(sb_bits &y, sb_bits x, sb_bits z, const double *parameters)    \
        {                                                                                          \
            y = slow(x, z, parameters);                                                            \
            return true;                                                                           \
        }                                                                                          \
        static SB_DEVICE sb_bits slow(sb_bits x, sb_bits z, const double *)                        \
        {                                                                                          \
            return (sb_bits)(expression);                                                          \
        }                                                                                          \
    };                                                                                             \
    SB_KERNEL(op) { sb_elementwise_2<op##_rule, sb_bits, sb_bits, sb_bits>(a); }
