/* exp2.c - two to the power x, correctly rounded (clauses R1, R2, S1, S4). */
#include "scalar/exponentials.h"
#include "scalar/quick_exp.h"
#include "simd/pairs_function.h"
#include "lanes/powers.h"

SB_PAIRS_FUNCTION_1(exp2, pairs_exp2, exp2_quick, exp2_odd);
