// celu_derivative.cu - see scalar/units.h.
#include "elementwise/function.cuh"
#include "scalar/units.h"

SB_PARAMETRIC_QUICK_FUNCTION_1(celu_derivative, celu_derivative_quick, celu_derivative_to_odd)
