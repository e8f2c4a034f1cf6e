/* integral.h - floor ceil trunc round_half_even sign, all exact (clauses R1, S1, S4).
 *
 * For |x| < 2^(p-1) adding and subtracting 2^(p-1) rounds |x| to an integer, ties to even; from
 * there the neighbour below or above is one exact subtraction or addition away. Every result has
 * the sign of x, zeros too: ceil(-0.5) is -0. Larger numbers are integers already, infinities stay,
 * NaN is canonical. The short formats go through binary32: an integer next to x is a number of x's
 * format.
 */
#ifndef SB_SCALAR_INTEGRAL_H
#define SB_SCALAR_INTEGRAL_H

#include "scalar/convert8.h"

/* `nearest` is the integer that |x| rounds to, `below` and `above` its neighbours around |x|. */
#define SB_INTEGRAL(format, type, unsigned_type, op, choice)                                       \
    SB_FN type format##_##op(type x)                                                               \
    {                                                                                              \
        const unsigned_type sign = format##_to_bits(x) & SB_SIGN_##format;                         \
        const type a = format##_from_bits(format##_to_bits(x) ^ sign);                             \
        const type nearest = (a + SB_WHOLE_##format) - SB_WHOLE_##format;                          \
        const type below = nearest - (nearest > a ? (type)1 : (type)0);                            \
        const type above = nearest + (nearest < a ? (type)1 : (type)0);                            \
        const unsigned_type b = format##_to_bits(below), c = format##_to_bits(above);              \
        const unsigned_type n = format##_to_bits(nearest),                                         \
                            negative = 0 - (sign >> SB_TOP_##format);                              \
        const unsigned_type r = (choice) | sign, whole = format##_to_bits(x);                      \
        (void)b, (void)c, (void)n, (void)negative;                                                 \
        return format##_canonical(format##_from_bits(a < SB_WHOLE_##format ? r : whole));          \
    }
#define SB_INTEGRALS(format, type, unsigned_type)                                                  \
    SB_INTEGRAL(format, type, unsigned_type, round_half_even, n)                                   \
    SB_INTEGRAL(format, type, unsigned_type, trunc, b)                                             \
    SB_INTEGRAL(format, type, unsigned_type, floor, (b & ~negative) | (c & negative))              \
    SB_INTEGRAL(format, type, unsigned_type, ceil, (c & ~negative) | (b & negative))               \
    SB_FN type format##_sign(type x)                                                               \
    {                                                                                              \
        const unsigned_type sign = format##_to_bits(x) & SB_SIGN_##format;                         \
        const unsigned_type one = format##_to_bits((type)1) | sign;                                \
        const unsigned_type number = x == 0 ? sign : one;                                          \
        return format##_canonical(x != x ? x : format##_from_bits(number));                        \
    }

#define SB_TOP_f64 63
#define SB_TOP_f32 31
#define SB_SIGN_f64 SB_SIGN
#define SB_SIGN_f32 0x80000000u
#define SB_WHOLE_f64 0x1p52
#define SB_WHOLE_f32 0x1p23f
SB_INTEGRALS(f64, double, uint64_t)
SB_INTEGRALS(f32, float, uint32_t)

#define SB_SHORT_INTEGRAL(format, bits, op)                                                        \
    SB_FN bits format##_##op(bits x) { return format##_from_f32(f32_##op(f32_from_##format(x))); }
#define SB_SHORT_INTEGRALS(format, bits)                                                           \
    SB_SHORT_INTEGRAL(format, bits, round_half_even)                                               \
    SB_SHORT_INTEGRAL(format, bits, trunc)                                                         \
    SB_SHORT_INTEGRAL(format, bits, floor)                                                         \
    SB_SHORT_INTEGRAL(format, bits, ceil)                                                          \
    SB_SHORT_INTEGRAL(format, bits, sign)
SB_SHORT_INTEGRALS(f16, uint16_t)
SB_SHORT_INTEGRALS(bf16, uint16_t)
SB_SHORT_INTEGRALS(f8e4m3fn, uint8_t)
SB_SHORT_INTEGRALS(f8e5m2, uint8_t)
#undef SB_SHORT_INTEGRALS
#undef SB_SHORT_INTEGRAL
#undef SB_INTEGRALS
#undef SB_INTEGRAL

#endif
