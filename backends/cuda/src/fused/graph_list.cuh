// graph_list.cuh - a graph over a list of sets of arrays in one launch (clauses G1, R4).
//
// A network has many parameters, most of them small, and a step of an optimizer applies one graph
// to all of them. Blocks are numbered through the whole list, and each takes a piece of one set.
// The formula for the elements is the formula for a single set (fused/graph.cuh), which reads
// arrays by `sb_take` and writes them by `sb_put`. The functions below assume contiguous arrays.
#pragma once

#include "fused/graph.cuh"

enum { SB_GRAPH_SETS = 32, SB_GRAPH_TURNS = 4 }; // SB_GRAPH_TURNS: packs of a thread

// The arguments that graph_lists.py fills (declared.py): for each set, first operands, then
// results. The arrays have no gaps and the same order of axes, and start at multiples of 16 bytes.
// No set is empty.
struct sb_graph_list {
    uint64_t numbers[SB_GRAPH_NUMBERS]; // as in sb_graph; all sets share them
    uint32_t taken;
    int32_t unused;
    int32_t first[SB_GRAPH_SETS]; // first block of a set; INT32_MAX after the last set
    int64_t count[SB_GRAPH_SETS]; // elements of each array of a set
    char *data[SB_GRAPH_SETS][SB_GRAPH_ARRAYS];
};

// A single set of a list.
struct sb_graph_set {
    const sb_graph_list &list;
    const uint64_t *numbers;
    int64_t count;
    uint32_t taken;
    int which;
};

// Return the set of a block: the last set whose first block is not after it.
SB_DEVICE int sb_set_of(const sb_graph_list &a, int block)
{
    int set = 0;
#pragma unroll
    for (int step = SB_GRAPH_SETS / 2; step > 0; step /= 2)
        if (a.first[set + step] <= block)
            set += step;
    return set;
}

template <class T, int N>
SB_DEVICE sb_pack<T, N> sb_take(const sb_graph_set &a, int array, int64_t base)
{
    const char *from = a.list.data[a.which][array] + base * (int)sizeof(T);
    if (base + N <= a.count)
        return sb_load_pack<T, N>(from, 0);
    sb_pack<T, N> pack;
#pragma unroll 1
    for (int i = 0; i < N; i++) {
        const int64_t last = a.count - 1 - base;
        sb_set_element<T, N>(pack, i, reinterpret_cast<const T *>(from)[i < last ? i : last]);
    }
    return pack;
}

template <class T, int N>
SB_DEVICE void sb_put(const sb_graph_set &a, int array, int64_t base, const sb_pack<T, N> &pack)
{
    char *to = a.list.data[a.which][array] + base * (int)sizeof(T);
    if (base + N <= a.count) {
        sb_store_pack<T, N>(to, 0, pack);
        return;
    }
#pragma unroll 1
    for (int i = 0; base + i < a.count; i++)
        reinterpret_cast<T *>(to)[i] = sb_element<T, N>(pack, i);
}
