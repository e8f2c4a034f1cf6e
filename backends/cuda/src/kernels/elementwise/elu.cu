// elu.cu - see scalar/units.h.
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/exp_f64.h"
#include "multiple/functions/elu.h"

SB_SETTLED_1(elu, elu_whole_f64(x, parameter, wide), SB_EXP_F64_ERROR, SB_EXP_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/units.h"

SB_PARAMETRIC_QUICK_FUNCTION_1(elu, elu_quick, elu_to_odd)
#endif
