// tanh.cu - the hyperbolic tangent, correctly rounded (clauses R1, R2, S1, S4).
#include "lanes/function.cuh"
#include "scalar/tanh.h"
#include "lanes/rows.h"

SB_ENCLOSED_FUNCTION_1(tanh, enclosed_tanh, tanh_quick, tanh_to_odd)
