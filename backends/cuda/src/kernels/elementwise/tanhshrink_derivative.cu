// tanhshrink_derivative.cu - see scalar/tanhshrink.h.
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/exp_f64.h"
#include "multiple/functions/tanhshrink_derivative.h"

SB_SETTLED_1(tanhshrink_derivative, tanhshrink_derivative_f64(x, wide), SB_EXP_F64_ERROR,
             SB_EXP_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/tanhshrink.h"

SB_QUICK_FUNCTION_1(tanhshrink_derivative, tanhshrink_derivative_quick,
                    tanhshrink_derivative_to_odd)
#endif
