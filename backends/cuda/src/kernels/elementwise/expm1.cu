// expm1.cu - e^x - 1, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/exp2_exp10_expm1.h"
#include "scalar/quick_exp.h"

SB_QUICK_FUNCTION_1(expm1, expm1_quick, expm1_to_odd)
