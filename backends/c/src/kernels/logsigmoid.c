/* logsigmoid.c - see scalar/softplus.h. */
#include "function.h"
#include "scalar/softplus.h"

SB_QUICK_FUNCTION_1(logsigmoid, logsigmoid_quick, logsigmoid_odd);
