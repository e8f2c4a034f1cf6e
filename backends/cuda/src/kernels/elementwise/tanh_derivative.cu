// tanh_derivative.cu - see scalar/bell.h.
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/exp_f64.h"
#include "multiple/functions/tanh_derivative.h"

SB_SETTLED_1(tanh_derivative, tanh_derivative_f64(x, wide), SB_EXP_F64_ERROR, SB_EXP_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/bell.h"

SB_QUICK_FUNCTION_1(tanh_derivative, tanh_derivative_quick, tanh_derivative_to_odd)
#endif
