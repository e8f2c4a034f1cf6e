// gelu_tanh.cu - see scalar/gated.h.
#include "elementwise/function.cuh"
#include "scalar/gated.h"

SB_QUICK_FUNCTION_1(gelu_tanh, gelu_tanh_quick, gelu_tanh_to_odd)
