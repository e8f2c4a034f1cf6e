// elu.cu - see scalar/units.h.
#include "elementwise/function.cuh"
#include "scalar/units.h"

SB_PARAMETRIC_QUICK_FUNCTION_1(elu, elu_quick, elu_to_odd)
