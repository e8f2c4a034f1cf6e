// softplus_derivative.cu - see scalar/sigmoid.h.
#include "elementwise/function.cuh"
#include "scalar/sigmoid.h"

SB_QUICK_FUNCTION_1(softplus_derivative, sigmoid_quick, sigmoid_to_odd)
