/* ne.c - a != b, which is true for a NaN, as a bool (clauses F1, S3). */

#define OP ne
#include "elementwise/comparison_kernel.h"
