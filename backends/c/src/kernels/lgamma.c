/* lgamma.c - the logarithm of |gamma(x)|, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/lgamma.h"

#define OP lgamma
#define TO_ODD lgamma_to_odd
#define QUICK lgamma_inner_quick
#define FAR lgamma_quick
#include "function/one_operand_kernel.h"
