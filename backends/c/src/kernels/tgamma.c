/* tgamma.c - the gamma function, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/tgamma.h"

#define OP tgamma
#define TO_ODD tgamma_to_odd
#define QUICK tgamma_quick
#include "function/one_operand_kernel.h"
