/* relu.c - see scalar/steps.h (clauses R1, S1, S3, S4). */

#define OP relu
#include "elementwise/steps_kernel.h"
