// exp.cu - the natural exponential, correctly rounded (clauses R1, R2, S1, S4).
#include "lanes/function.cuh"
#include "scalar/exp.h"
#include "lanes/exp.h"

SB_ENCLOSED_FUNCTION_1(exp, enclosed_exp, exp_quick, exp_to_odd)
