// graph.cuh - the common part of kernels that are generated from declared graphs (clauses G1, R4).
//
// If each element of a graph depends on one element of each operand, the graph is one kernel. A
// thread takes packs of all operands and computes every node in registers, by the policy class of
// the node's own kernel (`sb_one`, `sb_two`, `sb_three`). Then it stores packs of all results. All
// operands are read before a result is stored, so a result may overwrite an operand in memory.
// formulas.py writes the formula, and support/graph.cu has the loop.
#pragma once

#include "elementwise/bits.cuh"
#include "fused/stages.cuh"

enum { SB_GRAPH_ARRAYS = 10, SB_GRAPH_NUMBERS = 16 };

// The arguments that families/graphs.py fills (declared.py): first operands, then results. Strides
// are in bytes.
struct sb_graph {
    int64_t count;
    char *data[SB_GRAPH_ARRAYS];
    uint64_t numbers[SB_GRAPH_NUMBERS]; // bit patterns of the host scalars (G3)
    uint32_t taken;                     // bit i: the condition of branch i holds
    int32_t plain;                      // this and all members below are as in sb_elementwise
    int32_t tiled;
    int32_t unused;
    sb_length tiles;
    int32_t flat;
    int32_t single;
    int32_t lined;
    int32_t packed;
    int32_t aligned;
    int32_t rank;
    sb_length shape[SB_MAX_RANK];
    int64_t strides[SB_GRAPH_ARRAYS][SB_MAX_RANK];
};
