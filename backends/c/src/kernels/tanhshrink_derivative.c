/* tanhshrink_derivative.c - see scalar/tanhshrink.h. */
#include "function.h"
#include "scalar/tanhshrink.h"

SB_QUICK_FUNCTION_1(tanhshrink_derivative, tanhshrink_derivative_quick, tanhshrink_derivative_odd);
