// selu_derivative.cu - see scalar/units.h.
#include "elementwise/function.cuh"
#include "scalar/units.h"

SB_QUICK_FUNCTION_1(selu_derivative, selu_derivative_quick, selu_derivative_to_odd)
