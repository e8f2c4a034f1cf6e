// hypot.cu - the square root of x^2 + y^2, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/angle_f64.h"
#include "multiple/functions/hypot.h"

SB_SETTLED_2(hypot, hypot_f64(x, z), SB_PLAIN_F64_ERROR, SB_PLAIN_F64_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/hypot.h"

SB_QUICK_FUNCTION_2(hypot, hypot_quick, hypot_to_odd)
#endif
