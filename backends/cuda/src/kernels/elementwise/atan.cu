// atan.cu - the arc tangent, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/arctangent.h"

SB_QUICK_FUNCTION_1(atan, atan_quick, atan_to_odd)
