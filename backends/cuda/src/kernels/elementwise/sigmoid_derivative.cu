// sigmoid_derivative.cu - see scalar/bell.h.
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/exp_f64.h"
#include "multiple/functions/sigmoid_derivative.h"

SB_SETTLED_1(sigmoid_derivative, sigmoid_derivative_f64(x, wide), SB_EXP_F64_ERROR,
             SB_EXP_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/bell.h"

SB_QUICK_FUNCTION_1(sigmoid_derivative, sigmoid_derivative_quick, sigmoid_derivative_to_odd)
#endif
