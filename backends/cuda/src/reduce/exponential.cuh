// exponential.cuh - exp of several numbers of one thread in binary32, correctly rounded (R2, S4).
#pragma once

#include "elementwise/function.cuh"
#include "scalar/exp.h"

// y[i] = exp(x[i]). The quick value decides nearly all; those it leaves open take turns at the slow one,
// which so stands in the code once.
template <int N> SB_DEVICE void sb_each_exp(float (&y)[N], const float (&x)[N])
{
    static_assert(N <= 32, "a bit for each");
    uint32_t open = 0;
#pragma unroll
    for (int i = 0; i < N; i++)
        open |= (uint32_t)!sb_rounding_f32::decide(y[i], exp_quick((double)x[i])) << i;
#pragma unroll 1
    for (; open != 0; open &= open - 1) {
        const int which = __ffs((int)open) - 1;
        float operand = x[0];
#pragma unroll
        for (int i = 1; i < N; i++)
            operand = i == which ? x[i] : operand;
        const float value = f32_from_odd(exp_odd((double)operand));
#pragma unroll
        for (int i = 0; i < N; i++)
            y[i] = i == which ? value : y[i];
    }
}
