// logsumexp.cu - the logarithm of a sum of exponentials, shifted by the maximum (clause T3).
#include "reduce/shifted.cuh"

SB_REDUCTION(logsumexp, sb_logsumexp)
