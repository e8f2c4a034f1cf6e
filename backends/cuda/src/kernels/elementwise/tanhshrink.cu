// tanhshrink.cu - see scalar/tanhshrink.h.
#include "elementwise/function.cuh"
#include "scalar/tanhshrink.h"

SB_QUICK_FUNCTION_1(tanhshrink, tanhshrink_quick, tanhshrink_to_odd)
