// acosh.cu - the inverse hyperbolic cosine, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/log_f64.h"
#include "multiple/functions/acosh.h"

SB_SETTLED_1(acosh, acosh_f64(x, wide), SB_LOG_F64_ERROR, SB_LOG_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/inverse_hyperbolic.h"
#include "scalar/quick_log.h"

SB_QUICK_FUNCTION_1(acosh, acosh_quick, acosh_to_odd)
#endif
