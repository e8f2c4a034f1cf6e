// mish.cu - see scalar/mish.h.
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/exp_f64.h"
#include "multiple/functions/mish.h"

SB_SETTLED_1(mish, mish_f64(x, wide), SB_EXP_F64_ERROR, SB_EXP_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/mish.h"

SB_QUICK_FUNCTION_1(mish, mish_quick, mish_to_odd)
#endif
