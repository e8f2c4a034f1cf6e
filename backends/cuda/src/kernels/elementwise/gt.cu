// gt.cu - a > b, as a bool (clauses F1, S3).
#include "elementwise/comparison.cuh"

SB_COMPARISON_KERNEL(gt)
