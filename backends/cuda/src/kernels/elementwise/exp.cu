// exp.cu - the natural exponential, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/left.cuh"

#if SB_BINARY64
#include "elementwise/settled.cuh"
#include "scalar/exp_f64.h"
#include "multiple/functions/exp.h"

SB_SETTLED_1(exp, exp_f64(x, wide), SB_EXP_F64_ERROR, SB_EXP_F64_WIDE_ERROR)
#else
#include "lanes/function.cuh"
#include "scalar/exp.h"
#include "lanes/exp.h"

SB_ENCLOSED_FUNCTION_1(exp, enclosed_exp, exp_quick, exp_to_odd)
#endif
