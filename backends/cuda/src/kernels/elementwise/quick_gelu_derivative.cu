// quick_gelu_derivative.cu - see scalar/gated.h.
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/exp_f64.h"
#include "multiple/functions/quick_gelu_derivative.h"

SB_SETTLED_1(quick_gelu_derivative, quick_gelu_derivative_f64(x, wide), SB_DIFFERENCE_F64_ERROR,
             SB_DIFFERENCE_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/gated.h"

SB_QUICK_FUNCTION_1(quick_gelu_derivative, quick_gelu_derivative_quick,
                    quick_gelu_derivative_to_odd)
#endif
