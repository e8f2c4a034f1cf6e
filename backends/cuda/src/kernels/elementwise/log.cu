// log.cu - the natural logarithm, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/log.h"
#include "scalar/quick_log.h"

SB_QUICK_FUNCTION_1(log, log_quick, log_odd)
