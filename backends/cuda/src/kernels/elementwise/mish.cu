// mish.cu - see scalar/mish.h.
#include "elementwise/function.cuh"
#include "scalar/mish.h"

SB_QUICK_FUNCTION_1(mish, mish_quick, mish_to_odd)
