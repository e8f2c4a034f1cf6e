// gelu.cu - x times the normal distribution function of x, correctly rounded (clauses R1, R2, S1,
// S4).
#include "lanes/function.cuh"
#include "scalar/gelu.h"
#include "lanes/rows.h"

SB_ENCLOSED_FUNCTION_1(gelu, enclosed_gelu, gelu_quick, gelu_to_odd)
