// softplus.cu - see scalar/softplus.h.
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/log_f64.h"
#include "multiple/functions/softplus.h"

SB_SETTLED_1(softplus, softplus_f64(x, wide), SB_LOG_F64_ERROR, SB_LOG_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/softplus.h"

SB_QUICK_FUNCTION_1(softplus, softplus_quick, softplus_to_odd)
#endif
