// cumsum.cu - sums of all prefixes: trees for floats, modulo 2^64 for integers (clause T6).
#include "reduce/trees.cuh"
#include "reduce/whole.cuh"
#include "scan/scan.cuh"

#if SB_JOIN(SB_INTEGER_, SB_A)
SB_SCAN(cumsum, sb_whole_sum)
#else
SB_SCAN(cumsum, sb_sum_tree)
#endif
