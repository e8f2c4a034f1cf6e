/* tanh_derivative.c - see scalar/bell.h. */
#include "function.h"
#include "scalar/bell.h"

SB_QUICK_FUNCTION_1(tanh_derivative, tanh_derivative_quick, tanh_derivative_odd);
