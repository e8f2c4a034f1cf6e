// atan2.cu - the angle of the point (x, y), correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/arctangent.h"

SB_QUICK_FUNCTION_2(atan2, atan2_quick, atan2_to_odd)
