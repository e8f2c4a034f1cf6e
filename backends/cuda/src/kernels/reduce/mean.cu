// mean.cu - the mean over axes: the sum by T1, divided by n (clause T3).
#include "reduce/trees.cuh"

SB_NODES(4, 8, 4, 8)
SB_NO_CENTRE

SB_REDUCTION(mean, sb_mean_tree)
