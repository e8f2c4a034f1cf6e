/* exp.c - the natural exponential, correctly rounded (clauses R1, R2, S1, S4). */
#include "elementwise.h"
#include "scalar/convert64.h"
#include "scalar/exp.h"

SB_FUNCTION_1(exp, exp_odd);
