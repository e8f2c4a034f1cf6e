// softmax.cuh - softmax of slices with one pass over memory (clauses G1, G2, R4, S1).
//
// The nodes of the graph, each rounded to binary32: m = max(x), d = x - m, e = exp(d), s = sum(e)
// by T1, q = e / s, and q rounded to the format of the result. The threads of a row hold it in
// registers from the load to the store. If a slice has a NaN, or its maximum is an infinity, s is a
// NaN, and so is the whole slice. Therefore it does not matter what the maximum of values with a
// NaN is, or which zero is the maximum of zeros.
//
// Slices that are too long for a block need three launches: the maxima, the sums, the quotients.
#pragma once

#include "fused/quotient.cuh"
#include "reduce/shifted.cuh"

enum { SB_SOFTMAX_TERMS = 32, SB_QUOTIENT_TERMS = 16 }; // terms of a thread
enum { SB_SOFTMAX_THREADS = 512, SB_QUOTIENT_THREADS = 256 };

// Convert a value that is not NaN to the format of the result.
#define SB_FINISHED_f32(x) (x)
#define SB_FINISHED_f16(x) sb_rounded(x)
#define SB_FINISHED_bf16(x) sb_rounded(x)

template <int V>
SB_DEVICE sb_pack<sb_result, V> sb_quotients(const sb_pack<float, V> &e, float s, float r,
                                             bool easy)
{
    sb_pack<sb_result, V> pack;
#pragma unroll
    for (int i = 0; i < V; i++) easy = easy & sb_is_easy_dividend(e.v[i]);
    if (easy) {
#pragma unroll
        for (int i = 0; i < V; i++)
            pack.v[i] = SB_JOIN(SB_FINISHED_, SB_R)(sb_easy_quotient(e.v[i], s, r));
        return pack;
    }
#pragma unroll 1
    for (int i = 0; i < V; i++) // rare and long, so the code contains it once
        sb_set_element<sb_result, V>(pack, i, sb_rounded(sb_element<float, V>(e, i) / s));
    return pack;
}

template <int U, int V>
SB_DEVICE void sb_put_quotients(const sb_reduction &a, int64_t output, int64_t start, int left,
                                const sb_seat &seat, const float (&e)[U * V], float s)
{
    sb_result *row = reinterpret_cast<sb_result *>(a.output) + output * a.terms + start;
    const float r = float(1) / s;
    const bool easy = sb_has_easy_quotients(s);
#pragma unroll
    for (int j = 0; j < U; j++) {
        const int at = seat.first + j * seat.step;
        sb_pack<float, V> mine;
#pragma unroll
        for (int i = 0; i < V; i++) mine.v[i] = e[j * V + i];
        const sb_pack<sb_result, V> pack = sb_quotients<V>(mine, s, r, easy);
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

// T1 over the values of a row. All threads of the row get the root.
template <class Rule, int U, int V>
SB_DEVICE float sb_tree_of_numbers(const float (&x)[U * V], const sb_seat &seat, float *shared)
{
    float node[U];
#pragma unroll
    for (int j = 0; j < U; j++) node[j] = sb_register_tree<Rule, V>::of(x, j * V);
    const float root =
        U == 1 ? sb_tree_of_lanes<Rule>(node[0], seat.lanes) : sb_tree_of_rows<Rule>(node);
    return sb_tree_of_warps<Rule>(root, seat.warps, shared);
}

// Compute slices that the threads of a row hold, U packs each, in the same registers from terms to
// quotients. Beyond the end of a slice, registers hold -inf. Its exponential, +0, changes no sum.
template <int U> SB_DEVICE void sb_softmax_rows(const sb_reduction &a)
{
    enum { V = 16 / (int)sizeof(sb_first), N = U * V };
    __shared__ float maxima[32], sums[32];
    sb_fill_exp_tables();
    const sb_seat seat = sb_seat_of<U, V>(a.threads);
    const int shift = sb_log2_of(a.threads), rows = (int)blockDim.x >> shift;
    const int left = (int)a.terms, span = a.threads * N;
    for (int64_t base = (int64_t)blockIdx.x * rows; base < a.outputs;
         base += (int64_t)gridDim.x * rows) {
        const int64_t own = base + ((int)threadIdx.x >> shift);
        const int64_t output = own < a.outputs ? own : a.outputs - 1; // not beyond the last output
        sb_first x[N];
        float e[N];
        sb_take_terms<sb_first, U, V>(a, sb_slice(a, output), 0, left, seat, x);
#pragma unroll
        for (int i = 0; i < N; i++) e[i] = sb_term(x[i]);
        if (left < span)
#pragma unroll
            for (int i = 0; i < N; i++)
                e[i] = seat.first + i / V * seat.step + i % V < left ? e[i] : sb_greatest::absent();
        const float m = sb_tree_of_numbers<sb_greatest, U, V>(e, seat, maxima);
#pragma unroll
        for (int i = 0; i < N; i++) e[i] = e[i] - m;
        sb_exp_in_place(e);
        const float s = sb_tree_of_numbers<sb_addition<float>, U, V>(e, seat, sums);
        if (own < a.outputs)
            sb_put_quotients<U, V>(a, output, 0, left, seat, e, s);
    }
}

// The sum over a slice of exponentials, with the maximum as the centre.
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
#pragma unroll
        for (int i = 0; i < N; i++) leaf[i] = sb_term(x[i]) - m;
        sb_exp_in_place(leaf);
    }
    static SB_DEVICE float nothing() { return float(0); }
    static SB_DEVICE float finish(float root, const sb_reduction &, float) { return root; }
};

// Compute quotients of segments of blockDim.x * N terms. a.centres has the maxima, followed by the
// sums.
SB_DEVICE void sb_softmax_quotients(const sb_reduction &a)
{
    enum { V = 16 / (int)sizeof(sb_first), U = SB_QUOTIENT_TERMS / V, N = U * V };
    sb_fill_exp_tables();
    const sb_seat seat = sb_seat_of<U, V>(a.threads);
    const int span = a.threads * N;
    const float *maxima = reinterpret_cast<const float *>(a.centres), *sums = maxima + a.outputs;
    for (int64_t task = blockIdx.x; task < a.outputs * a.segments; task += gridDim.x) {
        const int64_t output = sb_quotient(task, a.segments);
        const int64_t start = (task - output * a.segments) * span, rest = a.terms - start;
        const int left = rest < span ? (int)rest : span;
        sb_first x[N];
        float e[N];
        sb_take_terms<sb_first, U, V>(a, sb_slice(a, output), start, left, seat, x);
#pragma unroll
        for (int i = 0; i < N; i++) e[i] = sb_term(x[i]) - maxima[output];
        sb_exp_in_place(e);
        sb_put_quotients<U, V>(a, output, start, left, seat, e, sums[output]);
    }
}
