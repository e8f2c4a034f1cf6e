/* gelu_tanh.c - see scalar/gated.h. */
#include "function.h"
#include "scalar/gated.h"

SB_QUICK_FUNCTION_1(gelu_tanh, gelu_tanh_quick, gelu_tanh_odd);
