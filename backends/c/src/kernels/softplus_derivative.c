/* softplus_derivative.c - see scalar/sigmoid.h. */
#include "function.h"
#include "scalar/sigmoid.h"

SB_QUICK_FUNCTION_1(softplus_derivative, sigmoid_quick, sigmoid_odd);
