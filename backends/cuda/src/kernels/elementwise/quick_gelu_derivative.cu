// quick_gelu_derivative.cu - see scalar/gated.h.
#include "elementwise/function.cuh"
#include "scalar/gated.h"

SB_QUICK_FUNCTION_1(quick_gelu_derivative, quick_gelu_derivative_quick,
                    quick_gelu_derivative_to_odd)
