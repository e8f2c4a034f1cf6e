/* cos.c - the cosine, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/sine.h"

SB_QUICK_FAR_FUNCTION_1(cos, cos_quick, cos_far, cos_to_odd);
