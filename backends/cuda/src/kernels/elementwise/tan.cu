// tan.cu - the tangent, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/tangent.h"

SB_QUICK_FUNCTION_1(tan, tan_quick, tan_to_odd)
