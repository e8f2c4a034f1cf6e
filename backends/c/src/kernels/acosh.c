/* acosh.c - the inverse hyperbolic cosine, correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW 1.0
#include "function/one_operand.h"
#include "scalar/inverse_hyperbolic.h"
#include "scalar/quick_log.h"

#define OP acosh
#define TO_ODD acosh_to_odd
#define QUICK acosh_quick
#include "function/one_operand_kernel.h"
