// cumprod.cu - products of all prefixes: trees for floats, modulo 2^64 for integers (clause T6).
#include "reduce/trees.cuh"
#include "reduce/whole.cuh"
#include "scan/scan.cuh"

#if SB_JOIN(SB_INTEGER_, SB_A)
SB_SCAN(cumprod, sb_whole_product)
#else
SB_SCAN(cumprod, sb_product_tree)
#endif
