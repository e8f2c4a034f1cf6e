// exp2.cu - two to the power x, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/exp_f64.h"
#include "multiple/functions/exp2.h"

SB_SETTLED_1(exp2, exp2_f64(x, wide), SB_EXP_F64_ERROR, SB_EXP_F64_WIDE_ERROR)
#else
#include "elementwise/function.cuh"
#include "scalar/exp2_exp10_expm1.h"
#include "scalar/quick_exp.h"

SB_QUICK_FUNCTION_1(exp2, exp2_quick, exp2_to_odd)
#endif
