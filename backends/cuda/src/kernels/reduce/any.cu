// any.cu - true if any element is true after a cast to bool (clauses R5, T3).
#include "reduce/whole.cuh"

SB_NODES(8, 8, 8, 8)
SB_NO_CENTRE

SB_REDUCTION(any, sb_any)
