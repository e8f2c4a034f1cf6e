/* relu6_derivative.c - see scalar/steps.h (clauses R1, S1, S3, S4). */
#include "elementwise/steps_kernel.h"

SB_STEPS(relu6_derivative);
