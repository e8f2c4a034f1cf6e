// logsigmoid_derivative.cu - see scalar/softplus.h.
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/exp_f64.h"
#include "multiple/functions/logsigmoid_derivative.h"

SB_SETTLED_1(logsigmoid_derivative, sigmoid_of_opposite_f64(x, wide), SB_EXP_F64_ERROR,
             SB_EXP_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/softplus.h"

SB_QUICK_FUNCTION_1(logsigmoid_derivative, logsigmoid_derivative_quick,
                    logsigmoid_derivative_to_odd)
#endif
