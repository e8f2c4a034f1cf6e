// atanh.cu - the inverse hyperbolic tangent, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/inverse_hyperbolic.h"
#include "scalar/quick_log.h"

SB_QUICK_FUNCTION_1(atanh, atanh_quick, atanh_to_odd)
