// gelu_tanh.cu - see scalar/gated.h.
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/exp_f64.h"
#include "multiple/functions/gelu_tanh.h"

SB_SETTLED_1(gelu_tanh, gelu_tanh_f64(x, wide), SB_EXP_F64_ERROR, SB_EXP_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/gated.h"

SB_QUICK_FUNCTION_1(gelu_tanh, gelu_tanh_quick, gelu_tanh_to_odd)
#endif
