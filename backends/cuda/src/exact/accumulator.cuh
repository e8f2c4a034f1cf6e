// accumulator.cuh - a sum without any rounding (clause T10).
//
// The sum is a fixed-point number of 32-bit limbs. Each limb is stored in 64 bits, so that carries
// can be delayed (Neal, "Fast exact summation using small and large superaccumulators", 2015). It
// can hold sums of 2^62 terms of any size. Each thread has its own sum, with limb i at limbs[i *
// threads], so that there are no bank conflicts and no atomics. Integer sums are equal in any
// order.
#pragma once

#include "formats.cuh"

enum {
    SB_SEEN_NAN = 1,
    SB_SEEN_INFINITY = 2,
    SB_SEEN_NEGATIVE_INFINITY = 4,
    SB_SEEN_NEGATIVE_ZERO = 8,
    SB_SEEN_OTHER = 16 // there is a finite term other than -0
};

enum { SB_F32_SUM_LIMBS = 11, SB_F32_SUM_THREADS = 256 };
enum { SB_F32_DOT_LIMBS = 20, SB_F32_DOT_THREADS = 128 };
enum { SB_F64_SUM_LIMBS = 69, SB_F64_SUM_THREADS = 64 };
enum { SB_F64_DOT_LIMBS = 135, SB_F64_DOT_THREADS = 32 };

// The unit of the lowest limb is 2^base, which is at most the unit of the smallest term. The
// highest limb has the sign. Products of binary32 numbers are multiples of 2^-298 and below 2^256;
// products of binary64 numbers are multiples of 2^-2148 and below 2^2048.
template <class Real, bool products> struct sb_exact_kind;
template <> struct sb_exact_kind<float, false> {
    enum { base = -160, limbs = SB_F32_SUM_LIMBS, threads = SB_F32_SUM_THREADS };
};
template <> struct sb_exact_kind<float, true> {
    enum { base = -320, limbs = SB_F32_DOT_LIMBS, threads = SB_F32_DOT_THREADS };
};
template <> struct sb_exact_kind<double, false> {
    enum { base = -1088, limbs = SB_F64_SUM_LIMBS, threads = SB_F64_SUM_THREADS };
};
template <> struct sb_exact_kind<double, true> {
    enum { base = -2176, limbs = SB_F64_DOT_LIMBS, threads = SB_F64_DOT_THREADS };
};

// A finite number as +-significand * 2^exponent.
struct sb_scaled {
    uint64_t significand;
    int exponent;
    bool negative;
};

SB_DEVICE sb_scaled sb_scaled_of(float x)
{
    const uint32_t bits = f32_to_bits(x), field = bits >> 23 & 0xffu, fraction = bits & 0x7fffffu;
    return {field ? fraction | 0x800000u : fraction, (int)(field ? field : 1u) - 150,
            bits >> 31 != 0};
}

SB_DEVICE sb_scaled sb_scaled_of(double x)
{
    const uint64_t bits = f64_to_bits(x), fraction = bits & ((UINT64_C(1) << 52) - 1);
    const int field = (int)(bits >> 52 & 0x7ff);
    return {field ? fraction | UINT64_C(1) << 52 : fraction, (field ? field : 1) - 1075,
            bits >> 63 != 0};
}

// Record the kind of a term. Return whether it is a finite number other than zero.
SB_DEVICE bool sb_note(uint32_t &seen, double term)
{
    const uint64_t bits = f64_to_bits(term), size = bits & ~SB_SIGN;
    const uint64_t infinity = UINT64_C(0x7ff0000000000000);
    const uint32_t infinite = bits >> 63 ? SB_SEEN_NEGATIVE_INFINITY : SB_SEEN_INFINITY;
    seen |= size > infinity    ? (uint32_t)SB_SEEN_NAN
            : size == infinity ? infinite
            : bits == SB_SIGN  ? (uint32_t)SB_SEEN_NEGATIVE_ZERO
                               : (uint32_t)SB_SEEN_OTHER;
    return size != 0 && size < infinity;
}

template <class Kind>
SB_DEVICE void sb_add_scaled(int64_t *limbs, int threads, uint64_t significand, int exponent,
                             bool negative)
{
    const int place = exponent - Kind::base, shift = place & 31;
    const uint64_t low = significand << shift;
    const uint64_t high = shift ? significand >> (64 - shift) : 0;
    const int64_t sign = -(int64_t)negative;
    int64_t *limb = limbs + (place >> 5) * threads;
    limb[0] += ((int64_t)(low & 0xffffffffu) ^ sign) - sign;
    limb[threads] += ((int64_t)(low >> 32) ^ sign) - sign;
    if (high != 0)
        limb[2 * threads] += ((int64_t)high ^ sign) - sign;
}

// Propagate carries, so that all limbs except the highest are in 0 .. 2^32 - 1.
SB_DEVICE void sb_carry(int64_t *limbs, int count, int step)
{
    int64_t rest = 0;
    for (int i = 0; i < count - 1; i++) {
        const int64_t sum = limbs[i * step] + rest;
        limbs[i * step] = sum & INT64_C(0xffffffff);
        rest = sum >> 32;
    }
    limbs[(count - 1) * step] += rest;
}

// Return the bit pattern of the magnitude whose leading 64 bits are `top`, with the leading bit at
// 2^exponent. The last bit of `top` also represents all lower bits. Patterns are consecutive, so a
// carry out of the significand gives the right pattern.
SB_DEVICE uint64_t sb_rounded_pattern(uint64_t top, int exponent, bool to_odd)
{
    const int unit = exponent - 52 > -1074 ? exponent - 52 : -1074;
    const int drop = unit - (exponent - 63); // at least 11
    if (drop > 64)
        return to_odd; // less than half of the smallest number
    uint64_t kept = drop == 64 ? 0 : top >> drop;
    const uint64_t rest = top << (64 - drop), half = UINT64_C(1) << 63;
    if (to_odd)
        kept |= rest != 0;
    else
        kept += rest > half || (rest == half && (kept & 1));
    const uint64_t pattern = ((uint64_t)(unit + 1074) << 52) + kept;
    const uint64_t infinity = UINT64_C(0x7ff0000000000000);
    return pattern < infinity ? pattern : infinity;
}

// Return the sum in binary64, rounded to nearest even or to odd. This changes the limbs.
SB_DEVICE double sb_value_of_limbs(int64_t *limbs, int count, int base, uint32_t seen, bool to_odd)
{
    const uint32_t both = SB_SEEN_INFINITY | SB_SEEN_NEGATIVE_INFINITY;
    if ((seen & SB_SEEN_NAN) || (seen & both) == both)
        return SB_NAN;
    if (seen & both)
        return seen & SB_SEEN_INFINITY ? SB_INFINITY : -SB_INFINITY;
    sb_carry(limbs, count, 1);
    const bool negative = limbs[count - 1] < 0;
    for (int i = 0; negative && i < count; i++) limbs[i] = -limbs[i];
    if (negative)
        sb_carry(limbs, count, 1);
    int last = count - 1;
    while (last >= 0 && limbs[last] == 0) last--;
    if (last < 0)
        return f64_from_bits(seen == SB_SEEN_NEGATIVE_ZERO ? SB_SIGN : 0);
    const uint32_t next = last >= 2 ? (uint32_t)limbs[last - 2] : 0;
    const int shift = __clz((int)(uint32_t)limbs[last]);
    uint64_t top = ((uint64_t)limbs[last] << 32 | (last >= 1 ? (uint64_t)limbs[last - 1] : 0))
                   << shift;
    top |= (uint64_t)next << shift >> 32;
    bool more = (next << shift) != 0;
    for (int i = 0; i < last - 2; i++) more |= limbs[i] != 0;
    const int exponent = base + 32 * last + 31 - shift;
    const uint64_t pattern = sb_rounded_pattern(top | (uint64_t)more, exponent, to_odd);
    return f64_from_bits(pattern | (negative ? SB_SIGN : 0));
}
