/* sin.c - the sine, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/sine.h"

SB_QUICK_FAR_FUNCTION_1(sin, sin_quick, sin_far, sin_to_odd);
