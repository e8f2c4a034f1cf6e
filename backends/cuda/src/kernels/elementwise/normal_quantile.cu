// normal_quantile.cu - the inverse of the normal distribution function, correctly rounded (clauses
// R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/erf_inverse.h"

SB_QUICK_FUNCTION_1(normal_quantile, normal_quantile_quick, normal_quantile_to_odd)
