// graph.cu - the loop of a kernel that is generated from a declared graph (clauses G1, R4).
//
// formulas.py writes the formula and puts it before this text: `sb_formula::pack<N>(a, base)`
// computes N elements of every result, beginning at `base`, and SB_WIDEST is the size of the widest
// format.
#include "fused/graph.cuh"

extern "C" __global__ void __launch_bounds__(SB_ELEMENTWISE_BLOCK)
    SB_JOIN_3(SB_GRAPH, _, SB_A)(const __grid_constant__ sb_graph a)
{
    SB_LOOP(SB_WIDEST) sb_formula::pack<N>(a, base);
}
