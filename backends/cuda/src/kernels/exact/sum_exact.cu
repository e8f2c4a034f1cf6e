// sum_exact.cu - the exact sum over axes, rounded once (clause T10).
#include "exact/exact.cuh"

SB_EXACT(sum_exact)
