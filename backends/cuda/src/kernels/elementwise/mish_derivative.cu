// mish_derivative.cu - see scalar/mish.h.
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/exp_f64.h"
#include "multiple/functions/mish_derivative.h"

SB_SETTLED_1(mish_derivative, mish_derivative_f64(x, wide), SB_DIFFERENCE_F64_ERROR,
             SB_DIFFERENCE_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/mish.h"

SB_QUICK_FUNCTION_1(mish_derivative, mish_derivative_quick, mish_derivative_to_odd)
#endif
