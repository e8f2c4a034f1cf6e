// std.cu - the standard deviation over axes: the mean first, then a tree over squared deviations
// (clause T3).
#include "reduce/centred.cuh"

SB_NODES(4, 8, 4, 8)
SB_CENTRE(mean)

SB_REDUCTION(std, sb_deviation)
