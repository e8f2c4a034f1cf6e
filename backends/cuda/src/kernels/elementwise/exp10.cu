// exp10.cu - ten to the power x, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/exp2_exp10_expm1.h"
#include "scalar/quick_exp.h"

SB_QUICK_FUNCTION_1(exp10, exp10_quick, exp10_to_odd)
