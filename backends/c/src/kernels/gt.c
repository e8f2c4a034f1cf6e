/* gt.c - a > b, as a bool (clauses F1, S3). */

#define OP gt
#include "elementwise/comparison_kernel.h"
