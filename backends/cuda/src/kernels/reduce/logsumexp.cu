// logsumexp.cu - the logarithm of a sum of exponentials, shifted by the maximum (clause T3).
#include "reduce/shifted.cuh"

SB_REDUCTION_AFTER(sb_fill_exp_tables(), logsumexp, sb_logsumexp, 256, 2)
