// rows.cu - the entries of a kernel that is generated from a declared graph over rows (clauses G1,
// T1).
//
// row_formulas.py writes the formula and puts it before this text. SB_ITEM is the size of the
// elements of rows, and SB_ELEMENT names their format.
#include "fused/rows.cuh"

#define SB_ROWS_ENTRY(stage, threads)                                                              \
    extern "C" __global__ void __launch_bounds__(threads)                                          \
        SB_JOIN_3(SB_GRAPH, _##stage##_, SB_ELEMENT)(const __grid_constant__ sb_rows a)

SB_ROWS_ENTRY(short, SB_ROW_THREADS) { sb_formula::run<1, true>(a); }

SB_ROWS_ENTRY(rows, SB_ROWS_THREADS) { sb_formula::run<SB_ROWS_TERMS * SB_ITEM / 16, true>(a); }

SB_ROWS_ENTRY(long, SB_ROWS_THREADS) { sb_formula::run<SB_ROWS_TERMS * SB_ITEM / 16, false>(a); }
