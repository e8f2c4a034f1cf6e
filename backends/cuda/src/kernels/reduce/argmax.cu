// argmax.cu - the first index of the greatest element over axes (clauses S3, T3).
#include "reduce/extreme.cuh"

SB_NODES(16, 16, 16, 16)
SB_NO_CENTRE

SB_REDUCTION(argmax, sb_extreme_index<SB_GREATEST>)
