/* quick_gelu.c - see scalar/gated.h. */
#include "scalar/halved.h"
#define SB_FUNCTION_TIES f64_halved
#include "function.h"
#include "scalar/gated.h"

SB_QUICK_FUNCTION_1(quick_gelu, quick_gelu_quick, quick_gelu_odd);
