/* fixed_f64.h - numbers of two 64-bit words, and products of words.
 *
 * Every operation is modulo 2^128. It is exact unless its comment says otherwise.
 */
#ifndef SB_SCALAR_FIXED_F64_H
#define SB_SCALAR_FIXED_F64_H

#include "scalar/double_double.h"

typedef struct fixed_f64 {
    uint64_t high, low;
} fixed_f64;

/* Return the upper word of a product. */
SB_FN uint64_t product_high(uint64_t a, uint64_t b)
{
    const uint64_t half = UINT64_C(0xffffffff);
    uint64_t low = (a & half) * (b & half), middle = (a >> 32) * (b & half) + (low >> 32);
    uint64_t other = (a & half) * (b >> 32) + (middle & half);
    return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
}

/* Convert an integer below 2^32 to binary64. */
SB_FN double f64_of_half_word(uint64_t u)
{
    return f64_from_bits(u | UINT64_C(0x4330000000000000)) - 0x1p52;
}

/* Return (high + low 2^-64) 2^-64, with a relative error below 2^-104. */
SB_FN double_double dd_of_words(uint64_t high, uint64_t low)
{
    const uint64_t half = UINT64_C(0xffffffff);
    double_double f = dd_fast_two_sum(f64_of_half_word(high >> 32) * 0x1p-32,
                                      f64_of_half_word(high & half) * 0x1p-64);
    f = dd_plus_double(f, f64_of_half_word(low >> 32) * 0x1p-96);
    return dd_plus_double(f, f64_of_half_word(low & half) * 0x1p-128);
}

/* Return the carry of the sum s = a + b. */
SB_FN uint64_t carry_of_sum(uint64_t a, uint64_t b, uint64_t s)
{
    return ((a & b) | ((a | b) & ~s)) >> 63;
}

SB_FN fixed_f64 fixed_sum(fixed_f64 a, fixed_f64 b)
{
    fixed_f64 s = {a.high + b.high, a.low + b.low};
    s.high += carry_of_sum(a.low, b.low, s.low);
    return s;
}

SB_FN fixed_f64 fixed_opposite(fixed_f64 a)
{
    fixed_f64 s = {~a.high, ~a.low}, one = {0, 1};
    return fixed_sum(s, one);
}

/* Return a b 2^-128. The result is too small by less than 3 units. */
SB_FN fixed_f64 fixed_product(fixed_f64 a, fixed_f64 b)
{
    fixed_f64 p = {product_high(a.high, b.high), a.high * b.high};
    fixed_f64 first = {0, product_high(a.high, b.low)}, second = {0, product_high(a.low, b.high)};
    return fixed_sum(fixed_sum(p, first), second);
}

/* Return a 2^n, for 0 <= n < 128. Bits shifted out on the left are lost. */
SB_FN fixed_f64 fixed_left(fixed_f64 a, uint64_t n)
{
    uint64_t whole = mask_of_bit(n >> 6), bit = n & 63;
    fixed_f64 s = {a.high << bit | a.low >> 1 >> (63 - bit), a.low << bit};
    s.high = (s.high & ~whole) | (s.low & whole);
    s.low &= ~whole;
    return s;
}

/* Return a 2^-n, for 0 <= n < 128. The result is too small by less than a unit. */
SB_FN fixed_f64 fixed_right(fixed_f64 a, uint64_t n)
{
    uint64_t whole = mask_of_bit(n >> 6), bit = n & 63;
    fixed_f64 s = {a.high >> bit, a.low >> bit | a.high << 1 << (63 - bit)};
    s.low = (s.low & ~whole) | (s.high & whole);
    s.high &= ~whole;
    return s;
}

#endif
