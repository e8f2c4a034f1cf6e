// log1p.cu - log(1 + x), correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/log2_log10_log1p.h"
#include "scalar/quick_log.h"

SB_QUICK_FUNCTION_1(log1p, log1p_quick, log1p_to_odd)
