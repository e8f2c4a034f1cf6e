// log2.cu - the binary logarithm, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/log2_log10_log1p.h"
#include "scalar/quick_log.h"

SB_QUICK_FUNCTION_1(log2, log2_quick, log2_to_odd)
