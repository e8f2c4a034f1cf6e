// exp.cu - the natural exponential, correctly rounded (clauses R1, R2, S1, S4).
#include "lanes/function.cuh"
#include "scalar/exp.h"
#include "lanes/exp.h"

SB_PAIRS_FUNCTION_1(exp, pairs_exp, exp_quick, exp_odd)
