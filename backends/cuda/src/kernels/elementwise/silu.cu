// silu.cu - x / (1 + exp(-x)), correctly rounded (clauses R1, R2, S1, S4).
#include "lanes/function.cuh"
#include "scalar/sigmoid.h"
#include "lanes/exp.h"

SB_ENCLOSED_FUNCTION_1(silu, enclosed_silu, silu_quick, silu_to_odd)
