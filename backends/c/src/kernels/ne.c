/* ne.c - a != b, true of a NaN, as a bool (clauses F1, S3). */
#include "elementwise/comparison_loops.h"

SB_COMPARISON_KERNEL(ne);
