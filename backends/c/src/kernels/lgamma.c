/* lgamma.c - the logarithm of |gamma(x)|, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/lgamma.h"

SB_QUICK_FAR_FUNCTION_1(lgamma, lgamma_inner_quick, lgamma_quick, lgamma_to_odd);
