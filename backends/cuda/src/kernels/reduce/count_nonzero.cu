// count_nonzero.cu - the number of elements that are true as by a cast to bool (clauses R5, T3).
#include "reduce/whole.cuh"

SB_REDUCTION(count_nonzero, sb_count)
