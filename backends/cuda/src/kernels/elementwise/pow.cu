// pow.cu - x to the power y, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/pow_f64.h"
#include "multiple/functions/pow.h"

SB_SETTLED_2(pow, pow_f64(x, z, wide), SB_POW_F64_ERROR, SB_POW_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/pow.h"

SB_QUICK_FUNCTION_2(pow, pow_quick, pow_to_odd)
#endif
