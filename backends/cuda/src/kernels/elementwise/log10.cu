// log10.cu - the decimal logarithm, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/log_f64.h"
#include "multiple/functions/log10.h"

SB_SETTLED_1(log10, log10_f64(x, wide), SB_LOG_F64_ERROR, SB_LOG_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/log2_log10_log1p.h"
#include "scalar/quick_log.h"

SB_QUICK_FUNCTION_1(log10, log10_quick, log10_to_odd)
#endif
