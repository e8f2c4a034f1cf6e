// rsqrt.cu - 1 / sqrt(x), correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/angle_f64.h"
#include "multiple/functions/rsqrt.h"

SB_SETTLED_1(rsqrt, rsqrt_f64(x), SB_PLAIN_F64_ERROR, SB_PLAIN_F64_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/rsqrt.h"

SB_QUICK_FUNCTION_1(rsqrt, rsqrt_quick, rsqrt_to_odd)
#endif
