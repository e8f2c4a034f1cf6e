// prod.cu - the product over axes: a tree for floats (clause T3), modulo 2^64 for integers.
#include "reduce/trees.cuh"
#include "reduce/whole.cuh"

SB_NODES(4, 8, 8, 8)
SB_NO_CENTRE

#if SB_JOIN(SB_INTEGER_, SB_A)
SB_REDUCTION(prod, sb_whole_product)
#else
SB_REDUCTION(prod, sb_product_tree)
#endif
