/* mish_derivative.c - see scalar/mish.h. */
#include "function.h"
#include "scalar/mish.h"

SB_QUICK_FUNCTION_1(mish_derivative, mish_derivative_quick, mish_derivative_odd);
