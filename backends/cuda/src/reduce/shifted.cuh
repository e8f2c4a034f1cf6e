// shifted.cuh - the policy class of logsumexp: a tree over exp(x - m), where m is the maximum
// (clause T3).
//
// A NaN in m, or the sign of a zero, has no effect. A NaN term makes the result NaN by its own
// leaf. x - m and m + log(s) are equal for both zeros, because log(s) is then at least +0.
// Therefore an ordinary comparison finds the maximum among numbers. It may or may not find a NaN,
// and the threads may differ in this. m is +0 if the maximum is infinite.
#pragma once

#include "reduce/exponential.cuh"
#include "reduce/trees.cuh"
#include "scalar/log.h"

struct sb_greatest : sb_no_centre, sb_each_leaf<sb_greatest> {
    typedef float state;
    static SB_DEVICE float leaf(sb_first x, int64_t, int) { return sb_term(x); }
    static SB_DEVICE float absent() { return f32_from_bits(0xff800000u); }
    static SB_DEVICE float join(float a, float b) { return b > a ? b : a; }
};

struct sb_logsumexp : sb_addition<float> {
    enum { centred = 1 };
    typedef sb_first element;
    typedef float centre_state;
    typedef sb_greatest centre_rule;
    static SB_DEVICE float centre_of(float greatest, int64_t) { return centre_found(greatest); }
    static SB_DEVICE float centre_found(float greatest)
    {
        return (f32_to_bits(greatest) & 0x7fffffffu) == 0x7f800000u ? float(0) : greatest;
    }
    template <int N, int V, class T>
    static SB_DEVICE void leaves(float (&leaf)[N], const T (&x)[N], int64_t, int64_t, float shift)
    {
#pragma unroll
        for (int i = 0; i < N; i++) leaf[i] = sb_term(x[i]) - shift;
        sb_exp_in_place(leaf);
    }
    static SB_DEVICE float nothing() { return float(0); }
    static SB_DEVICE sb_result finish(float root, const sb_reduction &, float greatest)
    {
        const float shift = centre_found(greatest);
        return sb_rounded(shift + f32_from_odd(log_to_odd((double)root)));
    }
};
