// rsqrt.cu - 1 / sqrt(x), correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/rsqrt.h"

SB_QUICK_FUNCTION_1(rsqrt, rsqrt_quick, rsqrt_to_odd)
