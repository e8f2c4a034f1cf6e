// dot_exact.cu - the exact sum of exact products, rounded once (clause T10).
#include "exact/exact.cuh"

SB_EXACT(dot_exact)
