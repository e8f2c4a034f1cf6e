// norm.cu - norms over axes (clause T3): a tree for SB_ORDER 1 or 2. Without SB_ORDER, the norm of
// order infinity.
#include "reduce/extreme.cuh"
#include "reduce/trees.cuh"

SB_NODES(4, 8, 4, 8)
SB_NO_CENTRE

#if !defined(SB_ORDER)
SB_REDUCTION(norm, sb_extreme<SB_GREATEST_MAGNITUDE>)
#elif SB_ORDER == 1
SB_REDUCTION(norm, sb_magnitude_tree)
#else
SB_REDUCTION(norm, sb_square_tree)
#endif
