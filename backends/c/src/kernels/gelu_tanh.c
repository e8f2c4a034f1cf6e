/* gelu_tanh.c - see scalar/gated.h. */
#include "function.h"
#include "scalar/gated.h"

SB_FUNCTION_1(gelu_tanh, gelu_tanh_odd);
