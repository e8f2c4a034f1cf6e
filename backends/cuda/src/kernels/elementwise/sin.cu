// sin.cu - the sine, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/sine.h"

SB_QUICK_FUNCTION_1(sin, sin_quick, sin_to_odd)
