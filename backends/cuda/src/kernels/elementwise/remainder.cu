// remainder.cu - x - y floor(x/y), rounded once, with the sign of y (clauses R2, S1, S4).
#include "elementwise/remainder.cuh"

SB_REMAINDER_KERNEL(remainder, f64_remainder_of, remainder_odd_of)
