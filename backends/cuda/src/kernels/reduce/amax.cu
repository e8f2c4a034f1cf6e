// amax.cu - the greatest element over axes (clauses S3, T3).
#include "reduce/extreme.cuh"

SB_REDUCTION(amax, sb_extreme<SB_GREATEST>)
