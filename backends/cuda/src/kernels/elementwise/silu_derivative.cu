// silu_derivative.cu - see scalar/gated.h.
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/exp_f64.h"
#include "multiple/functions/silu_derivative.h"

SB_SETTLED_1(silu_derivative, silu_derivative_f64(x, wide), SB_DIFFERENCE_F64_ERROR,
             SB_DIFFERENCE_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/gated.h"

SB_QUICK_FUNCTION_1(silu_derivative, silu_derivative_quick, silu_derivative_to_odd)
#endif
