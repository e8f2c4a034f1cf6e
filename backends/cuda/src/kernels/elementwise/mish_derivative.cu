// mish_derivative.cu - see scalar/mish.h.
#include "elementwise/function.cuh"
#include "scalar/mish.h"

SB_QUICK_FUNCTION_1(mish_derivative, mish_derivative_quick, mish_derivative_to_odd)
