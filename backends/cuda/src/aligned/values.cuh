// values.cuh - the value of a block from the sums of its weights (aligned.cuh): I * 2^(u + v),
// rounded once to binary32 (T11.6).
//
// Where the units of the lines are ordinary and |I| < 2^46, I itself is rounded once and the power
// of two changes no bit of it: for it is at least 2^-126, and the result below 2^118. Two numbers
// of binary32 hold such an I and one fused multiply-add rounds it. Else binary64 holds I, or what
// rounding to odd leaves of it, and the product is rounded, which may be subnormal or overflow.
#pragma once

#include "aligned/aligned.cuh"

enum { SB_LEAST_ORDINARY = -63, SB_MOST_ORDINARY = 36, SB_ORDINARY_WEIGHTS = 4 };

// The exponent of a block where binary64 has its own. Those that there are lie between -171 and 121
// (T11.2), so that a sum with that of a block which is NaN is larger than any other.
SB_DEVICE int32_t sb_in_place(int32_t u) { return (u == SB_NOT_FINITE ? 1024 : u) * (1 << 20); }

// Whether an exponent in its place is ordinary.
SB_DEVICE bool sb_is_ordinary(int32_t u)
{
    const uint32_t above = (uint32_t)u - ((uint32_t)SB_LEAST_ORDINARY << 20);
    return above <= (uint32_t)(SB_MOST_ORDINARY - SB_LEAST_ORDINARY) << 20;
}

// The two last sums as one, in units of the one before the last; of a single sum itself.
template <int WEIGHTS, int NUMBERS>
SB_DEVICE int32_t sb_last_sums(const int32_t (&sums)[WEIGHTS][NUMBERS], int n)
{
    return WEIGHTS == 1 ? sums[0][n]
                        : sums[WEIGHTS - 1][n] * 256 + sums[WEIGHTS > 1 ? WEIGHTS - 2 : 0][n];
}

// I of number `n`.
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

// sum * 2^(u + v) for exponents in their place, rounded once to binary32. A sum beyond 53 bits,
// which only a `large` one has, loses two bits by rounding to odd, which leaves more than twice the
// precision of the result and so its rounding.
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

// The same of number `n` where both exponents are ordinary. I is cut before its byte WEIGHTS - 1:
// the bytes below make a number without a sign, all that is above, floored, one below 2^23.
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
