/* relu6_derivative.c - see scalar/steps.h (clauses R1, S1, S3, S4). */

#define OP relu6_derivative
#include "elementwise/steps_kernel.h"
