// silu.cu - x / (1 + exp(-x)), correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/sigmoid.h"

SB_QUICK_FUNCTION_1(silu, silu_quick, silu_odd)
