// logsumexp.cu - the logarithm of a sum of exponentials, shifted by the maximum (clause T3).
#include "reduce/shifted.cuh"

SB_NODES(4, 8, 4, 8)
SB_CENTRE(max)

SB_REDUCTION_AFTER(sb_fill_exp_tables(), logsumexp, sb_logsumexp, SB_ROW_THREADS, 2)
