// elu_derivative.cu - see scalar/units.h.
#include "elementwise/function.cuh"
#include "scalar/units.h"

SB_PARAMETRIC_QUICK_FUNCTION_1(elu_derivative, elu_derivative_quick, elu_derivative_to_odd)
