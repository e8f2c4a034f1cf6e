/* exp.c - the natural exponential, correctly rounded (clauses R1, R2, S1, S4). */
#include "fused/functions.h"
#include "scalar/exp.h"
#include "lanes/exp.h"
#include "simd/pairs_function.h"

SB_PAIRS_FUNCTION_1(exp, pairs_exp, exp_quick, exp_odd);

SB_FUNCTION_EACH(exp)
