// softplus.cu - see scalar/softplus.h.
#include "elementwise/function.cuh"
#include "scalar/softplus.h"

SB_QUICK_FUNCTION_1(softplus, softplus_quick, softplus_to_odd)
