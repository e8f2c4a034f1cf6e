// hardswish_derivative.cu - see scalar/piecewise.h.
#include "elementwise/function.cuh"
#include "scalar/piecewise.h"

SB_QUICK_FUNCTION_1(hardswish_derivative, hardswish_derivative_quick, hardswish_derivative_to_odd)
