// tanh_derivative.cu - see scalar/bell.h.
#include "elementwise/function.cuh"
#include "scalar/bell.h"

SB_QUICK_FUNCTION_1(tanh_derivative, tanh_derivative_quick, tanh_derivative_to_odd)
