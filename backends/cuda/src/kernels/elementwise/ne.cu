// ne.cu - a != b, which is true if an operand is NaN, as a bool (clauses F1, S3).
#include "elementwise/comparison.cuh"

SB_COMPARISON_KERNEL(ne)
