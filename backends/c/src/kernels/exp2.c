/* exp2.c - two to the power x, correctly rounded (clauses R1, R2, S1, S4). */
#include "scalar/exp2_exp10_expm1.h"
#include "scalar/quick_exp.h"
#include "function/enclosed_function.h"
#include "lanes/exp2_exp10.h"

SB_ENCLOSED_FUNCTION_1(exp2, enclosed_exp2, exp2_quick, exp2_to_odd);
