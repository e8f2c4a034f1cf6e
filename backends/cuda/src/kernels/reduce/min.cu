// min.cu - the least element over axes (clauses S3, T3).
#include "reduce/extreme.cuh"

SB_REDUCTION(min, sb_extreme<SB_LEAST>)
