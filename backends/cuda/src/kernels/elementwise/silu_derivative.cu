// silu_derivative.cu - see scalar/gated.h.
#include "elementwise/function.cuh"
#include "scalar/gated.h"

SB_QUICK_FUNCTION_1(silu_derivative, silu_derivative_quick, silu_derivative_to_odd)
