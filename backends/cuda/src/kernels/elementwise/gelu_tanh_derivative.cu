// gelu_tanh_derivative.cu - see scalar/gated.h.
#include "elementwise/function.cuh"
#include "scalar/gated.h"

SB_QUICK_FUNCTION_1(gelu_tanh_derivative, gelu_tanh_derivative_quick, gelu_tanh_derivative_to_odd)
