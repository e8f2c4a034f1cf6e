/* logsigmoid_derivative.c - see scalar/softplus.h. */
#include "function.h"
#include "scalar/softplus.h"

SB_QUICK_FUNCTION_1(logsigmoid_derivative, logsigmoid_derivative_quick, logsigmoid_derivative_odd);
