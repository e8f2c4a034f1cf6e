// gelu_derivative.cu - see scalar/gelu_derivative.h.
#include "elementwise/function.cuh"
#include "scalar/gelu_derivative.h"

SB_QUICK_FUNCTION_1(gelu_derivative, gelu_derivative_quick, gelu_derivative_to_odd)
