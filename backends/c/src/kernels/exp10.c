/* exp10.c - ten to the power x, correctly rounded (clauses R1, R2, S1, S4). */
#include "scalar/exponentials.h"
#include "scalar/quick_exp.h"
#include "simd/pairs_function.h"
#include "lanes/powers.h"

SB_PAIRS_FUNCTION_1(exp10, pairs_exp10, exp10_quick, exp10_odd);
