/* compare.h - minimum, maximum and the six comparisons of IEEE 754-2019 by integers (clause S3).
 *
 * The order of the values is that of their patterns as signed integers once those of negative
 * numbers are reversed; -0 then stands just below +0. A NaN operand gives the canonical NaN.
 * Comparisons of short formats: the magnitude with its sign, so that the zeros are equal; a NaN is
 * unequal to everything and in no order.
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
SB_EXTREME(f8e4m3fn_minimum, 8, int8_t, uint8_t, 0x7eu, 0x7fu, <) /* the largest, not infinite */
SB_EXTREME(f8e5m2_minimum, 8, int8_t, uint8_t, 0x7cu, 0x7eu, <)
SB_EXTREME(f64_maximum, 64, int64_t, uint64_t, UINT64_C(0x7ff0000000000000),
           UINT64_C(0x7ff8000000000000), >)
SB_EXTREME(f32_maximum, 32, int32_t, uint32_t, 0x7f800000u, 0x7fc00000u, >)
SB_EXTREME(f16_maximum, 16, int16_t, uint16_t, 0x7c00u, 0x7e00u, >)
SB_EXTREME(bf16_maximum, 16, int16_t, uint16_t, 0x7f80u, 0x7fc0u, >)
SB_EXTREME(f8e4m3fn_maximum, 8, int8_t, uint8_t, 0x7eu, 0x7fu, >) /* the largest, not infinite */
SB_EXTREME(f8e5m2_maximum, 8, int8_t, uint8_t, 0x7cu, 0x7eu, >)
#undef SB_EXTREME

/* <format>_<op>(a, b) is 1 or 0. binary32, binary64 and integers: the processor's comparison. */
#define SB_COMPARISONS(format, type)                                                               \
    SB_COMPARISON(format, type, eq, ==)                                                            \
    SB_COMPARISON(format, type, ne, !=)                                                            \
    SB_COMPARISON(format, type, lt, <)                                                             \
    SB_COMPARISON(format, type, le, <=)                                                            \
    SB_COMPARISON(format, type, gt, >)                                                             \
    SB_COMPARISON(format, type, ge, >=)
#define SB_COMPARISON(format, type, op, relation)                                                  \
    SB_FN uint8_t format##_##op(type a, type b) { return a relation b; }
SB_COMPARISONS(f64, double)
SB_COMPARISONS(f32, float)
SB_COMPARISONS(i64, int64_t)
SB_COMPARISONS(i32, int32_t)
SB_COMPARISONS(i16, int16_t)
SB_COMPARISONS(i8, int8_t)
SB_COMPARISONS(u32, uint32_t)
SB_COMPARISONS(u8, uint8_t)
#undef SB_COMPARISON

/* Any non-zero byte is true (clause F1). */
#define SB_COMPARISON(format, type, op, relation)                                                  \
    SB_FN uint8_t format##_##op(type a, type b) { return (a != 0) relation(b != 0); }
SB_COMPARISONS(truth, uint8_t)
#undef SB_COMPARISON

/* `last` is the largest magnitude that is not a NaN; the operator != is true of a NaN. */
#define SB_SIGNED(bits, integer, x)                                                                \
    ((integer)((x) >> (bits - 1) ? -((x) & ((1 << (bits - 1)) - 1)) : (x)))
#define SB_SHORT_COMPARISON(format, bits, integer, unsigned_integer, last, op, relation)           \
    SB_FN uint8_t format##_##op(unsigned_integer a, unsigned_integer b)                            \
    {                                                                                              \
        const int magnitude = (1 << (bits - 1)) - 1;                                               \
        const integer x = SB_SIGNED(bits, integer, a), y = SB_SIGNED(bits, integer, b);            \
        const int nan = (a & magnitude) > (last) || (b & magnitude) > (last);                      \
        return nan ? (0 relation 1) && (1 relation 0) : x relation y;                              \
    }
#define SB_SHORT_COMPARISONS(format, bits, integer, unsigned_integer, last)                        \
    SB_SHORT_COMPARISON(format, bits, integer, unsigned_integer, last, eq, ==)                     \
    SB_SHORT_COMPARISON(format, bits, integer, unsigned_integer, last, ne, !=)                     \
    SB_SHORT_COMPARISON(format, bits, integer, unsigned_integer, last, lt, <)                      \
    SB_SHORT_COMPARISON(format, bits, integer, unsigned_integer, last, le, <=)                     \
    SB_SHORT_COMPARISON(format, bits, integer, unsigned_integer, last, gt, >)                      \
    SB_SHORT_COMPARISON(format, bits, integer, unsigned_integer, last, ge, >=)
SB_SHORT_COMPARISONS(f16, 16, int16_t, uint16_t, 0x7c00)
SB_SHORT_COMPARISONS(bf16, 16, int16_t, uint16_t, 0x7f80)
SB_SHORT_COMPARISONS(f8e4m3fn, 8, int8_t, uint8_t, 0x7e)
SB_SHORT_COMPARISONS(f8e5m2, 8, int8_t, uint8_t, 0x7c)
#undef SB_SHORT_COMPARISONS
#undef SB_SHORT_COMPARISON
#undef SB_COMPARISONS

#endif
