/* eq.c - a == b, as a bool (clauses F1, S3). */

#define OP eq
#include "elementwise/comparison_kernel.h"
