// gelu_derivative.cu - see scalar/gelu_derivative.h.
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/erf_f64.h"
#include "multiple/functions/gelu_derivative.h"

SB_SETTLED_1(gelu_derivative, gelu_derivative_f64(x, wide), SB_ERF_F64_ERROR, SB_ERF_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/gelu_derivative.h"

SB_QUICK_FUNCTION_1(gelu_derivative, gelu_derivative_quick, gelu_derivative_to_odd)
#endif
