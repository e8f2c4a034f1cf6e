// selu.cu - see scalar/units.h.
#include "elementwise/function.cuh"
#include "scalar/units.h"

SB_QUICK_FUNCTION_1(selu, selu_quick, selu_to_odd)
