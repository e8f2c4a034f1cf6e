// quick_gelu.cu - see scalar/gated.h.
#include "elementwise/function.cuh"
#include "scalar/gated.h"

SB_QUICK_FUNCTION_1(quick_gelu, quick_gelu_quick, quick_gelu_to_odd)
