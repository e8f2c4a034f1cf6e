/* gt.c - a > b, as a bool (clauses F1, S3). */
#include "elementwise/comparison_loops.h"

SB_COMPARISON_KERNEL(gt);
