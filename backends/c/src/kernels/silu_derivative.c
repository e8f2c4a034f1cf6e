/* silu_derivative.c - see scalar/gated.h. */
#include "function.h"
#include "scalar/gated.h"

SB_QUICK_FUNCTION_1(silu_derivative, silu_derivative_quick, silu_derivative_odd);
