// log_cosh.cu - see scalar/log_cosh.h.
#include "elementwise/function.cuh"
#include "scalar/log_cosh.h"

SB_QUICK_FUNCTION_1(log_cosh, log_cosh_quick, log_cosh_to_odd)
