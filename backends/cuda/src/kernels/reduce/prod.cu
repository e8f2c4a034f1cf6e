// prod.cu - the product over axes: of floats a tree (clause T3), of integers modulo 2^64.
#include "reduce/trees.cuh"
#include "reduce/whole.cuh"

SB_NODES(4, 8, 8, 8)
SB_NO_CENTRE

#if SB_JOIN(SB_INTEGER_, SB_A)
SB_REDUCTION(prod, sb_whole_product)
#else
SB_REDUCTION(prod, sb_product_tree)
#endif
