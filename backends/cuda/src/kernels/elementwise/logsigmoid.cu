// logsigmoid.cu - see scalar/softplus.h.
#include "elementwise/function.cuh"
#include "scalar/softplus.h"

SB_QUICK_FUNCTION_1(logsigmoid, logsigmoid_quick, logsigmoid_to_odd)
