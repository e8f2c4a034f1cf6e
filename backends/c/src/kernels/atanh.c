/* atanh.c - the inverse hyperbolic tangent, correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW (-1.0)
#define SB_FUNCTION_HIGH 1.0
#include "function/one_operand.h"
#include "scalar/inverse_hyperbolic.h"
#include "scalar/quick_log.h"

#define OP atanh
#define TO_ODD atanh_to_odd
#define QUICK atanh_quick
#include "function/one_operand_kernel.h"
