// softplus_derivative.cu - see scalar/sigmoid.h.
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/exp_f64.h"
#include "multiple/functions/softplus_derivative.h"

SB_SETTLED_1(softplus_derivative, sigmoid_f64(x, wide), SB_EXP_F64_ERROR, SB_EXP_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/sigmoid.h"

SB_QUICK_FUNCTION_1(softplus_derivative, sigmoid_quick, sigmoid_to_odd)
#endif
