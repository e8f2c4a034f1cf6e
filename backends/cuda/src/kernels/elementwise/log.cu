// log.cu - the natural logarithm, correctly rounded (clauses R1, R2, S1, S4).
#include "lanes/function.cuh"
#include "scalar/log.h"
#include "scalar/quick_log.h"
#include "lanes/log.h"

SB_ENCLOSED_FUNCTION_1(log, enclosed_log, log_quick, log_to_odd)
