// graph.cuh - what the kernels that are made of declared graphs have in common (clauses G1, R4).
//
// A graph whose elements depend on one element of each operand is one kernel: a thread takes packs
// of all operands, computes every node in registers, each by the rule of its own kernel
// (`sb_one`, `sb_two`, `sb_three`), and stores packs of all results. Every operand is read before a
// result is stored, so that a result may take the place of an operand. formulas.py writes the
// formula, support/graph.cu has the loop.
#pragma once

#include "elementwise/bits.cuh"
#include "fused/stages.cuh"

enum { SB_GRAPH_ARRAYS = 10, SB_GRAPH_NUMBERS = 16 };

// What families/graphs.py fills (declared.py): operands, then results. Strides are in bytes.
struct sb_graph {
    int64_t count;
    char *data[SB_GRAPH_ARRAYS];
    uint64_t numbers[SB_GRAPH_NUMBERS]; // patterns of the host's scalars (G3)
    uint32_t taken;                     // bit i: the condition of branch i holds
    int32_t flat;                       // bit i: array i is contiguous, and aligned to 16 bytes
    int32_t single;                     // bit i: array i is one element, repeated
    int32_t aligned; // bit i: array i has its elements at multiples of their size
    int32_t rank;
    int32_t unused;
    int64_t shape[SB_MAX_RANK];
    int64_t strides[SB_GRAPH_ARRAYS][SB_MAX_RANK];
};

// Elements base .. base + N - 1 of array `which`; those beyond the end repeat the last one.
template <class T, int N>
SB_DEVICE sb_pack<T, N> sb_graph_take(const sb_graph &a, int which, int64_t base)
{
    const bool aligned = (a.aligned >> which) & 1;
    if (((a.flat >> which) & 1) && base + N <= a.count)
        return sb_load_pack<T, N>(a.data[which], base / N);
    sb_pack<T, N> pack;
    if ((a.single >> which) & 1) {
        const T x = sb_load<T>(a.data[which], aligned);
#pragma unroll
        for (int i = 0; i < N; i++) pack.v[i] = x;
        return pack;
    }
#pragma unroll 1
    for (int i = 0; i < N; i++) {
        const int64_t index = base + i < a.count ? base + i : a.count - 1;
        sb_set_element<T, N>(pack, i, sb_load<T>(sb_place(a, which, index), aligned));
    }
    return pack;
}

template <class T, int N>
SB_DEVICE void sb_graph_put(const sb_graph &a, int which, int64_t base, const sb_pack<T, N> &pack)
{
    if (((a.flat >> which) & 1) && base + N <= a.count) {
        sb_store_pack<T, N>(a.data[which], base / N, pack);
        return;
    }
#pragma unroll 1
    for (int i = 0; i < N && base + i < a.count; i++)
        sb_store<T>(sb_place(a, which, base + i), sb_element<T, N>(pack, i),
                    (a.aligned >> which) & 1);
}
