// exponential.cuh - exp of several values of one thread in binary32, correctly rounded (R2, S4).
//
// Float-float arithmetic is tried first (lanes/exp.h). Undecided values are then handled one by
// one, so that the code contains the rest once: the quick value, then exp_to_odd. Kernels must call
// sb_fill_exp_tables first.
//
// Method of the quick value, which avoids binary64 operations, for which a GPU has few units: x = k
// log 2 + r by one fma, |r| <= log(2) / 2; e^r = 1 + r + r^2/2 + r^3 P(r); 2^k by integers.
// Relative error: k times the error of log 2 in binary64, below 151 * 2^-55; P, shortened by a
// term, 2^-46.7; all roundings, 2^-51. The total is below 2^-46. Values within 2^-44 of a midpoint
// are left to exp_to_odd.
#pragma once

#include "lanes/function.cuh"
#include "scalar/exp.h"
#include "lanes/exp.h"

#define SB_EXP_LIMIT 110 // beyond it the result is 0 or infinite

SB_ENCLOSED_DECISION(enclosed_exp)

// All threads of the block call this before the first exponential.
SB_DEVICE void sb_fill_exp_tables() { sb_fill_tables(enclosed_exp_load()); }

// Return whether y is decided to be exp(x). A NaN stays a NaN.
SB_DEVICE bool sb_quick_exp(float &y, float x)
{
    const double *c = exp_rest;
    const float limit = float(SB_EXP_LIMIT);
    const float bounded = x > limit ? limit : x < -limit ? -limit : x;
    const double z = (double)bounded, shifted = SB_FMA(z, 0x1.71547652b82fep0, 0x1.8p52);
    const double r = SB_FMA(shifted - 0x1.8p52, -0x1.62e42fefa39efp-1, z);
    double p = c[8];
#pragma unroll
    for (int i = 7; i >= 0; i--) p = SB_FMA(p, r, c[i]);
    p = SB_FMA(SB_FMA(SB_FMA(p, r, 0.5), r, 1.0), r, 1.0);
    // The low bits of `shifted` are k in two's complement. p is near 1, so 2^9 of its ulps are
    // 2^-43 of p.
    const uint64_t bits = f64_to_bits(p) + (f64_to_bits(shifted) << 52), width = 1u << 9;
    const float low = (float)f64_from_bits(bits - width), high = (float)f64_from_bits(bits + width);
    y = x == x ? low : x;
    return low == high || x != x;
}

// Write exp(x) to y, and return whether y is decided. Below -104, y is 0: such terms are far below
// the maximum, or masked by -inf.
SB_DEVICE bool sb_enclosed_exp(float &y, float x)
{
    const bool none = x < float(-104.0f);
    const bool decided = enclosed_exp_decides(y, x);
    y = none ? float(0) : y;
    return decided | none;
}

// Replace each x by exp(x), in place, so that a thread can hold many values. Undecided values
// remain unchanged until they are handled.
template <int N> SB_DEVICE void sb_exp_in_place(float (&x)[N])
{
    static_assert(N <= 32, "a bit for each");
    uint32_t open = 0;
#pragma unroll
    for (int i = 0; i < N; i++) {
        float y;
        const bool decided = sb_enclosed_exp(y, x[i]);
        open |= (uint32_t)!decided << i;
        x[i] = decided ? y : x[i];
    }
#pragma unroll 1
    for (; open != 0; open &= open - 1) {
        const int which = __ffs((int)open) - 1;
        float operand = x[0], value;
#pragma unroll
        for (int i = 1; i < N; i++) operand = i == which ? x[i] : operand;
        if (!sb_quick_exp(value, operand))
            value = f32_from_odd(exp_to_odd((double)operand));
#pragma unroll
        for (int i = 0; i < N; i++) x[i] = i == which ? value : x[i];
    }
}
