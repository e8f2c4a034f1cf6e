// values.cuh - the value of a block from the sums of its weights (aligned.cuh): I * 2^(u + v),
// rounded once to binary32 (T11.6).
//
// If the units of the lines are ordinary and |I| < 2^46, I itself is rounded once. The power of two
// then changes no digit, because the result is at least 2^-126 and below 2^118. Two numbers of
// binary32 hold such an I, and one fused multiply-add rounds it. Otherwise binary64 holds I, or I
// rounded to odd. The product is then rounded, and may be subnormal or overflow.
#pragma once

#include "aligned/aligned.cuh"

enum { SB_LEAST_ORDINARY = -63, SB_MOST_ORDINARY = 36, SB_ORDINARY_WEIGHTS = 4 };

// Return the exponent of a block, shifted to the exponent field of binary64. Finite exponents are
// between -171 and 121 (T11.2), so a sum with the exponent of a NaN block is larger than any other
// sum.
SB_DEVICE int32_t sb_in_place(int32_t u) { return (u == SB_NOT_FINITE ? 1024 : u) * (1 << 20); }

// Return whether a shifted exponent is ordinary.
SB_DEVICE bool sb_is_ordinary(int32_t u)
{
    const uint32_t above = (uint32_t)u - ((uint32_t)SB_LEAST_ORDINARY << 20);
    return above <= (uint32_t)(SB_MOST_ORDINARY - SB_LEAST_ORDINARY) << 20;
}

// Return the last two sums as one, in units of the sum before the last. A single sum is returned
// unchanged.
template <int WEIGHTS, int NUMBERS>
SB_DEVICE int32_t sb_last_sums(const int32_t (&sums)[WEIGHTS][NUMBERS], int n)
{
    return WEIGHTS == 1 ? sums[0][n]
                        : sums[WEIGHTS - 1][n] * 256 + sums[WEIGHTS > 1 ? WEIGHTS - 2 : 0][n];
}

// Return the integer I of element `n`.
template <int WEIGHTS, int NUMBERS>
SB_DEVICE int64_t sb_block_sum(const int32_t (&sums)[WEIGHTS][NUMBERS], int n)
{
    const int32_t last = sb_last_sums(sums, n);
    if (WEIGHTS <= 2)
        return last;
    int64_t sum = sums[0][n];
    sum = sum + (int64_t)last * ((int64_t)1 << 8 * (WEIGHTS - 2));
#pragma unroll
    for (int s = 1; s < WEIGHTS - 2; s++) sum += (int64_t)sums[s][n] * ((int64_t)1 << 8 * s);
    return sum;
}

// Return sum * 2^(u + v) for shifted exponents, rounded once to binary32. Only a `large` sum may
// have more than 53 bits. It loses two bits by rounding to odd. More than twice the precision of
// the result remains, so the final rounding does not change.
template <bool large> SB_DEVICE float sb_block_value(int64_t sum, int32_t u, int32_t v)
{
    uint32_t high = (uint32_t)u + (uint32_t)v + (1023u << 20);
    if (large && sum >> 53 != 0 && sum >> 53 != -1) {
        sum = (sum >> 2) | (int64_t)((sum & 3) != 0);
        high += 2u << 20;
    }
    high = high > 1500u << 20 ? 0x7ff80000u : high; // NaN
    return (float)(double((long long)sum) * f64_from_bits((uint64_t)high << 32));
}

// Return the value of element `n` if both exponents are ordinary. I is cut before its byte WEIGHTS
// - 1: the bytes below are an unsigned number, and the floored rest is below 2^23.
template <int WEIGHTS, int NUMBERS>
SB_DEVICE float sb_ordinary_value(const int32_t (&sums)[WEIGHTS][NUMBERS], int n, int32_t u,
                                  int32_t v)
{
    const int32_t last = sb_last_sums(sums, n);
    float value(last);
    if (WEIGHTS > 2) {
        int32_t carried = 0;
        uint32_t bytes = (uint32_t)last;
#pragma unroll
        for (int s = 0; s < WEIGHTS - 2; s++) {
            carried = (carried + sums[s][n]) >> 8;
            bytes = bytes * 256 + (uint32_t)sums[WEIGHTS - 3 - s][n];
        }
        const int32_t above = (last + carried) >> 8;
        const int32_t below =
            (int32_t)(bytes & ((uint32_t)(((uint64_t)1 << 8 * (WEIGHTS - 1)) - 1)));
        value =
            __fmaf_rn(float(above), f32_from_bits((127u + 8 * (WEIGHTS - 1)) << 23), float(below));
    }
    return value * f32_from_bits(((uint32_t)u + (uint32_t)v) * 8 + (127u << 23));
}
