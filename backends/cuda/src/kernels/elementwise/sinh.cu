// sinh.cu - the hyperbolic sine, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/hyperbolic.h"
#include "scalar/quick_exp.h"

SB_QUICK_FUNCTION_1(sinh, sinh_quick, sinh_to_odd)
