// tanhshrink.cu - see scalar/tanhshrink.h.
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/exp_f64.h"
#include "multiple/functions/tanhshrink.h"

SB_SETTLED_1(tanhshrink, tanhshrink_f64(x, wide), SB_DIFFERENCE_F64_ERROR,
             SB_DIFFERENCE_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/tanhshrink.h"

SB_QUICK_FUNCTION_1(tanhshrink, tanhshrink_quick, tanhshrink_to_odd)
#endif
