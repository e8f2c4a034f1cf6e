// hardswish.cu - see scalar/piecewise.h.
#include "elementwise/function.cuh"
#include "scalar/piecewise.h"

SB_QUICK_FUNCTION_1(hardswish, hardswish_quick, hardswish_to_odd)
