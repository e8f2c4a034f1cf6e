// tan.cu - the tangent, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/angle_f64.h"
#include "multiple/functions/tan.h"

SB_SETTLED_1(tan, tan_f64(x, wide), SB_ANGLE_F64_ERROR, SB_ANGLE_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/tangent.h"

SB_QUICK_FUNCTION_1(tan, tan_quick, tan_to_odd)
#endif
