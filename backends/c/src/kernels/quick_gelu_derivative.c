/* quick_gelu_derivative.c - see scalar/gated.h. */
#include "function.h"
#include "scalar/gated.h"

SB_FUNCTION_1(quick_gelu_derivative, quick_gelu_derivative_odd);
