// cbrt.cu - the cube root, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/cbrt.h"

SB_QUICK_FUNCTION_1(cbrt, cbrt_quick, cbrt_to_odd)
