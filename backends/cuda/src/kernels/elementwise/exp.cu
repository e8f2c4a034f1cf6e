// exp.cu - the natural exponential, correctly rounded (clauses R1, R2, S1, S4).
#include "elementwise/function.cuh"
#include "scalar/exp.h"

SB_QUICK_FUNCTION_1(exp, exp_quick, exp_odd)
