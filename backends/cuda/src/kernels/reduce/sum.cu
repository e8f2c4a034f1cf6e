// sum.cu - the sum over axes: a tree for floats (clause T1), modulo 2^64 for integers (clause T3).
#include "reduce/trees.cuh"
#include "reduce/whole.cuh"

SB_NODES(4, 8, 8, 8)
SB_NO_CENTRE

#if SB_JOIN(SB_INTEGER_, SB_A)
SB_REDUCTION(sum, sb_whole_sum)
#else
SB_REDUCTION(sum, sb_sum_tree)
#endif
