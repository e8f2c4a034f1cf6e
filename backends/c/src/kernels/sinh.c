/* sinh.c - the hyperbolic sine, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/hyperbolic.h"
#include "scalar/quick_exp.h"

#define OP sinh
#define TO_ODD sinh_to_odd
#define QUICK sinh_quick
#include "function/one_operand_kernel.h"
