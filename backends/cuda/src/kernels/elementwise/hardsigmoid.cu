// hardsigmoid.cu - see scalar/piecewise.h.
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/angle_f64.h"
#include "multiple/functions/hardsigmoid.h"

SB_SETTLED_1(hardsigmoid, hardsigmoid_f64(x), SB_PLAIN_F64_ERROR, SB_PLAIN_F64_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/piecewise.h"

SB_QUICK_FUNCTION_1(hardsigmoid, hardsigmoid_quick, hardsigmoid_to_odd)
#endif
