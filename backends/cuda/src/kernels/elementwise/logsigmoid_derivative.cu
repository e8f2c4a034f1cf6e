// logsigmoid_derivative.cu - see scalar/softplus.h.
#include "elementwise/function.cuh"
#include "scalar/softplus.h"

SB_QUICK_FUNCTION_1(logsigmoid_derivative, logsigmoid_derivative_quick,
                    logsigmoid_derivative_to_odd)
