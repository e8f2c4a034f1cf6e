/* relu6.c - see scalar/steps.h (clauses R1, S1, S3, S4). */

#define OP relu6
#include "elementwise/steps_kernel.h"
