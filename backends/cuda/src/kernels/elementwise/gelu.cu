// gelu.cu - x times the normal distribution function of x, correctly rounded (clauses R1, R2, S1,
// S4).
#include "elementwise/function.cuh"
#include "scalar/gelu.h"

SB_QUICK_FUNCTION_1(gelu, gelu_quick, gelu_odd)
