/* tan.c - the tangent, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/tangent.h"

SB_QUICK_FAR_FUNCTION_1(tan, tan_quick, tan_far, tan_to_odd);
