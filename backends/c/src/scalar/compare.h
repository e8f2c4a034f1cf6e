/* compare.h - minimum and maximum of IEEE 754-2019 by integers (clause S3).
 *
 * The order of the values is that of their patterns as signed integers once those of negative
 * numbers are reversed; -0 then stands just below +0. A NaN operand gives the canonical NaN.
 */
#ifndef SB_SCALAR_COMPARE_H
#define SB_SCALAR_COMPARE_H

#include "scalar/portable.h"

#define SB_EXTREME(name, bits, integer, unsigned_integer, infinity, nan, better)                   \
    SB_FN unsigned_integer name(unsigned_integer a, unsigned_integer b)                            \
    {                                                                                              \
        const unsigned_integer mask = (unsigned_integer)(((unsigned_integer)1 << (bits - 1)) - 1); \
        integer x = (integer)(a >> (bits - 1) ? a ^ mask : a);                                     \
        integer y = (integer)(b >> (bits - 1) ? b ^ mask : b);                                     \
        unsigned_integer r = x better y ? a : b;                                                   \
        return (a & mask) > (infinity) || (b & mask) > (infinity) ? (unsigned_integer)(nan) : r;   \
    }

SB_EXTREME(f64_minimum, 64, int64_t, uint64_t, UINT64_C(0x7ff0000000000000),
           UINT64_C(0x7ff8000000000000), <)
SB_EXTREME(f32_minimum, 32, int32_t, uint32_t, 0x7f800000u, 0x7fc00000u, <)
SB_EXTREME(f16_minimum, 16, int16_t, uint16_t, 0x7c00u, 0x7e00u, <)
SB_EXTREME(bf16_minimum, 16, int16_t, uint16_t, 0x7f80u, 0x7fc0u, <)
SB_EXTREME(f64_maximum, 64, int64_t, uint64_t, UINT64_C(0x7ff0000000000000),
           UINT64_C(0x7ff8000000000000), >)
SB_EXTREME(f32_maximum, 32, int32_t, uint32_t, 0x7f800000u, 0x7fc00000u, >)
SB_EXTREME(f16_maximum, 16, int16_t, uint16_t, 0x7c00u, 0x7e00u, >)
SB_EXTREME(bf16_maximum, 16, int16_t, uint16_t, 0x7f80u, 0x7fc0u, >)
#undef SB_EXTREME

#endif
