// atan2.cu - the angle of the point whose coordinates are the operands, correctly rounded (clauses
// R1, R2, S1, S4).
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/angle_f64.h"
#include "multiple/functions/atan2.h"

SB_SETTLED_2(atan2, atan2_f64(x, z), SB_ANGLE_F64_ERROR, SB_ANGLE_F64_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/arctangent.h"

SB_QUICK_FUNCTION_2(atan2, atan2_quick, atan2_to_odd)
#endif
