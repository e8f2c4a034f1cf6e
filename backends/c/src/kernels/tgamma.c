/* tgamma.c - the gamma function, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/tgamma.h"

SB_QUICK_FUNCTION_1(tgamma, tgamma_quick, tgamma_to_odd);
