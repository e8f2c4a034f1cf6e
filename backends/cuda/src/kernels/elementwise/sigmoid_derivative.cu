// sigmoid_derivative.cu - see scalar/bell.h.
#include "elementwise/function.cuh"
#include "scalar/bell.h"

SB_QUICK_FUNCTION_1(sigmoid_derivative, sigmoid_derivative_quick, sigmoid_derivative_to_odd)
