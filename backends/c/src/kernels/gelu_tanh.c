/* gelu_tanh.c - see scalar/gated.h. */
#include "scalar/halved.h"
#define SB_FUNCTION_TIES f64_halved
#include "function.h"
#include "scalar/gated.h"

SB_QUICK_FUNCTION_1(gelu_tanh, gelu_tanh_quick, gelu_tanh_odd);
