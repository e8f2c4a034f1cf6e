// celu.cu - see scalar/units.h.
#include "elementwise/function.cuh"
#include "scalar/units.h"

SB_PARAMETRIC_QUICK_FUNCTION_1(celu, celu_quick, celu_to_odd)
