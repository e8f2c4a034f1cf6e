// logsigmoid.cu - see scalar/softplus.h.
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/log_f64.h"
#include "multiple/functions/logsigmoid.h"

SB_SETTLED_1(logsigmoid, logsigmoid_f64(x, wide), SB_LOG_F64_ERROR, SB_LOG_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/softplus.h"

SB_QUICK_FUNCTION_1(logsigmoid, logsigmoid_quick, logsigmoid_to_odd)
#endif
