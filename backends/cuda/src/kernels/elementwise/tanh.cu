// tanh.cu - the hyperbolic tangent, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/tanh.h"

SB_QUICK_FUNCTION_1(tanh, tanh_quick, tanh_odd)
