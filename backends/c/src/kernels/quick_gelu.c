/* quick_gelu.c - see scalar/gated.h. */
#include "function.h"
#include "scalar/gated.h"

SB_FUNCTION_1(quick_gelu, quick_gelu_odd);
