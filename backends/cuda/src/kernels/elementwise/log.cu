// log.cu - the natural logarithm, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/log_f64.h"
#include "multiple/functions/log.h"

SB_SETTLED_1(log, log_f64(x, wide), SB_LOG_F64_ERROR, SB_LOG_F64_WIDE_ERROR)
#else
#include "lanes/function.cuh"
#include "scalar/log.h"
#include "scalar/quick_log.h"
#include "lanes/log.h"

SB_ENCLOSED_FUNCTION_1(log, enclosed_log, log_quick, log_to_odd)
#endif
