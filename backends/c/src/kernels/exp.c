/* exp.c - the natural exponential, correctly rounded (clauses R1, R2, S1, S4). */
#include "fused/functions.h"
#include "scalar/exp.h"
#include "lanes/exp.h"
#include "function/enclosed_function.h"

SB_ENCLOSED_FUNCTION_1(exp, enclosed_exp, exp_quick, exp_to_odd);

SB_FUNCTION_EACH(exp)
