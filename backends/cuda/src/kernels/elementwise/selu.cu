// selu.cu - see scalar/units.h.
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/exp_f64.h"
#include "multiple/functions/selu.h"

SB_SETTLED_1(selu, selu_f64(x, wide), SB_EXP_F64_ERROR, SB_EXP_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/units.h"

SB_QUICK_FUNCTION_1(selu, selu_quick, selu_to_odd)
#endif
