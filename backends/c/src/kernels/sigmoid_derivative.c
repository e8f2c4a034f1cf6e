/* sigmoid_derivative.c - see scalar/bell.h. */
#include "function.h"
#include "scalar/bell.h"

SB_QUICK_FUNCTION_1(sigmoid_derivative, sigmoid_derivative_quick, sigmoid_derivative_odd);
