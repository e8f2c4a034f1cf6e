/* asinh.c - the inverse hyperbolic sine, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/inverse_hyperbolic.h"
#include "scalar/quick_log.h"

#define OP asinh
#define TO_ODD asinh_to_odd
#define QUICK asinh_quick
#include "function/one_operand_kernel.h"
