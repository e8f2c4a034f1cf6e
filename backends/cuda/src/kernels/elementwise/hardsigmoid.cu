// hardsigmoid.cu - see scalar/piecewise.h.
#include "elementwise/function.cuh"
#include "scalar/piecewise.h"

SB_QUICK_FUNCTION_1(hardsigmoid, hardsigmoid_quick, hardsigmoid_to_odd)
