// ne.cu - a != b, true of a NaN, as a bool (clauses F1, S3).
#include "elementwise/comparison.cuh"

SB_COMPARISON_KERNEL(ne)
