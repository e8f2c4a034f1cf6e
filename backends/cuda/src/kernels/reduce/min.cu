// min.cu - the least element over axes (clauses S3, T3).
#include "reduce/extreme.cuh"

SB_NODES(4, 8, 4, 8)
SB_NO_CENTRE

SB_REDUCTION(min, sb_extreme<SB_LEAST>)
