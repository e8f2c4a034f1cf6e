/* cosh.c - the hyperbolic cosine, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/hyperbolic.h"
#include "scalar/quick_exp.h"

#define OP cosh
#define TO_ODD cosh_to_odd
#define QUICK cosh_quick
#include "function/one_operand_kernel.h"
