// log_cosh.cu - see scalar/log_cosh.h.
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/log_cosh.h"
#include "multiple/functions/log_cosh.h"

SB_SETTLED_1(log_cosh, log_cosh_f64(x, wide), SB_LOG_COSH_F64_ERROR, SB_LOG_COSH_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/log_cosh.h"

SB_QUICK_FUNCTION_1(log_cosh, log_cosh_quick, log_cosh_to_odd)
#endif
