// softmax.cuh - softmax of slices in one visit to memory (clauses G1, G2, R4, S1).
//
// The nodes of the graph, each rounded to binary32: m = max(x), d = x - m, e = exp(d), s = sum(e) by T1,
// q = e / s, and q rounded to the format of the result. The threads of a row hold it in registers from
// the load to the store. Where a NaN stands in a slice, or its maximum is an infinity, s is a NaN and with
// it the slice; so it does not matter which number the maximum of values with a NaN is, nor which zero
// the maximum of zeros is.
//
// Slices that are too long for a block take three launches: the maxima, the sums, the quotients.
#pragma once

#include "reduce/shifted.cuh"

enum { SB_SOFTMAX_TERMS = 16 }; // of a thread, as in families/fused.py

// T1 of the exponentials that are there already.
struct sb_exponentials : sb_addition<float>, sb_each_leaf<sb_exponentials> {
    static SB_DEVICE float leaf(float e, int64_t, int) { return e; }
};

template <int U, int V>
SB_DEVICE void sb_put_quotients(const sb_reduction &a, int64_t output, int64_t start, int left,
                                const sb_seat &seat, const float (&e)[U * V], float s)
{
    sb_result *row = reinterpret_cast<sb_result *>(a.output) + output * a.terms + start;
#pragma unroll
    for (int j = 0; j < U; j++) {
        const int at = seat.first + j * seat.step;
        sb_pack<sb_result, V> pack;
#pragma unroll
        for (int i = 0; i < V; i++)
            pack.v[i] = sb_rounded(e[j * V + i] / s);
        if (a.stored && at + V <= left) {
            sb_store_pack<sb_result, V>(row + at, 0, pack);
        } else {
#pragma unroll
            for (int i = 0; i < V; i++)
                if (at + i < left)
                    row[at + i] = pack.v[i];
        }
    }
}

// Slices that the threads of a row hold, U packs each.
template <int U> SB_DEVICE void sb_softmax_rows(const sb_reduction &a)
{
    enum { V = 16 / (int)sizeof(sb_first), N = U * V };
    __shared__ float maxima[32], sums[32];
    const sb_seat seat = sb_seat_of<U, V>(a.threads);
    const int rows = (int)blockDim.x / a.threads, left = (int)a.terms;
    for (int64_t base = (int64_t)blockIdx.x * rows; base < a.outputs;
         base += (int64_t)gridDim.x * rows) {
        const int64_t own = base + (int)threadIdx.x / a.threads;
        const int64_t output = own < a.outputs ? own : a.outputs - 1; // the last one stands in
        sb_first x[N];
        float d[N], e[N];
        sb_take_terms<sb_first, U, V>(a, sb_slice(a, output), 0, left, seat, x);
        const float m = sb_tree_of_terms<sb_greatest, U, V>(x, 0, left, seat, 0, maxima);
#pragma unroll
        for (int i = 0; i < N; i++)
            d[i] = sb_term(x[i]) - m;
        sb_each_exp(e, d);
        const float s = sb_tree_of_terms<sb_exponentials, U, V>(e, 0, left, seat, 0, sums);
        if (own < a.outputs)
            sb_put_quotients<U, V>(a, output, 0, left, seat, e, s);
    }
}

// The sum of a slice whose maximum is its centre.
struct sb_softmax_sum : sb_addition<float> {
    enum { centred = 1 };
    typedef sb_first element;
    typedef float centre_state;
    typedef sb_greatest centre_rule;
    static SB_DEVICE float centre_of(float greatest, int64_t) { return greatest; }
    static SB_DEVICE float centre_found(float greatest) { return greatest; }
    template <int N, int V, class T>
    static SB_DEVICE void leaves(float (&leaf)[N], const T (&x)[N], int64_t, int64_t, float m)
    {
        float d[N];
#pragma unroll
        for (int i = 0; i < N; i++)
            d[i] = sb_term(x[i]) - m;
        sb_each_exp(leaf, d);
    }
    static SB_DEVICE float nothing() { return float(0); }
    static SB_DEVICE float finish(float root, const sb_reduction &, float) { return root; }
};

// Quotients of segments of blockDim.x * N terms; a.centres holds the maxima, and then the sums.
SB_DEVICE void sb_softmax_quotients(const sb_reduction &a)
{
    enum { V = 16 / (int)sizeof(sb_first), U = SB_SOFTMAX_TERMS / V, N = U * V };
    const sb_seat seat = sb_seat_of<U, V>(a.threads);
    const int span = a.threads * N;
    const float *maxima = reinterpret_cast<const float *>(a.centres), *sums = maxima + a.outputs;
    for (int64_t task = blockIdx.x; task < a.outputs * a.segments; task += gridDim.x) {
        const int64_t output = sb_quotient(task, a.segments);
        const int64_t start = (task - output * a.segments) * span, rest = a.terms - start;
        const int left = rest < span ? (int)rest : span;
        sb_first x[N];
        float d[N], e[N];
        sb_take_terms<sb_first, U, V>(a, sb_slice(a, output), start, left, seat, x);
#pragma unroll
        for (int i = 0; i < N; i++)
            d[i] = sb_term(x[i]) - maxima[output];
        sb_each_exp(e, d);
        sb_put_quotients<U, V>(a, output, start, left, seat, e, sums[output]);
    }
}
