// graph_list.cu - the loop of a graph over a list of sets of arrays (clauses G1, R4).
//
// graph_lists.py writes the formula in the same way as for graph.cu, for a set of the list.
#include "fused/graph_list.cuh"

extern "C" __global__ void __launch_bounds__(SB_ELEMENTWISE_BLOCK)
    SB_JOIN_3(SB_GRAPH, _, SB_A)(const __grid_constant__ sb_graph_list a)
{
    const int N = 16 / (SB_WIDEST);
    const int which = sb_set_of(a, (int)blockIdx.x);
    const sb_graph_set set = {a, a.numbers, a.count[which], a.taken, which};
    const int64_t turn = (int64_t)((int)blockIdx.x - a.first[which]) * SB_GRAPH_TURNS;
#pragma unroll 1
    for (int i = 0; i < SB_GRAPH_TURNS; i++) {
        const int64_t base = ((turn + i) * SB_ELEMENTWISE_BLOCK + threadIdx.x) * N;
        if (base < set.count)
            sb_formula::pack<N>(set, base);
    }
}
