// tanhshrink_derivative.cu - see scalar/tanhshrink.h.
#include "elementwise/function.cuh"
#include "scalar/tanhshrink.h"

SB_QUICK_FUNCTION_1(tanhshrink_derivative, tanhshrink_derivative_quick,
                    tanhshrink_derivative_to_odd)
