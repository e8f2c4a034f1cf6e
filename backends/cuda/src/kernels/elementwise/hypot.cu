// hypot.cu - the square root of x^2 + y^2, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/hypot.h"

SB_QUICK_FUNCTION_2(hypot, hypot_quick, hypot_to_odd)
