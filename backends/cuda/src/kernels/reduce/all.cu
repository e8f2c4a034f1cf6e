// all.cu - whether all elements are true as by a cast to bool (clauses R5, T3).
#include "reduce/whole.cuh"

SB_REDUCTION(all, sb_all)
