/* ge.c - a >= b, as a bool (clauses F1, S3). */

#define OP ge
#include "elementwise/comparison_kernel.h"
