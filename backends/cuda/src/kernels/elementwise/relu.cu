// relu.cu - see scalar/steps.h (clauses R1, S1, S3, S4).
#include "elementwise/steps.cuh"

SB_STEPS(relu)
