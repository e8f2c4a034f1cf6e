// cumsum.cu - sums of all prefixes: of floats trees, of integers modulo 2^64 (clause T6).
#include "reduce/trees.cuh"
#include "reduce/whole.cuh"
#include "scan/scan.cuh"

#if SB_JOIN(SB_INTEGER_, SB_A)
SB_SCAN(cumsum, sb_whole_sum)
#else
SB_SCAN(cumsum, sb_sum_tree)
#endif
