// asinh.cu - the inverse hyperbolic sine, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/inverse_hyperbolic.h"
#include "scalar/quick_log.h"

SB_QUICK_FUNCTION_1(asinh, asinh_quick, asinh_to_odd)
