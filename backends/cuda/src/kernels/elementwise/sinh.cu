// sinh.cu - the hyperbolic sine, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/exp_f64.h"
#include "multiple/functions/sinh.h"

SB_SETTLED_1(sinh, sinh_f64(x, wide), SB_EXP_F64_ERROR, SB_EXP_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/hyperbolic.h"
#include "scalar/quick_exp.h"

SB_QUICK_FUNCTION_1(sinh, sinh_quick, sinh_to_odd)
#endif
