// argmin.cu - the first index of the least element over axes (clauses S3, T3).
#include "reduce/extreme.cuh"

SB_NODES(16, 16, 16, 16)
SB_NO_CENTRE

SB_REDUCTION(argmin, sb_extreme_index<SB_LEAST>)
