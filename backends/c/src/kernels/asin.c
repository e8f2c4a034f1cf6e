/* asin.c - the arc sine, correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW (-1.0)
#define SB_FUNCTION_HIGH 1.0
#include "function/one_operand.h"
#include "scalar/arcsine.h"

#define OP asin
#define TO_ODD asin_to_odd
#define QUICK asin_quick
#include "function/one_operand_kernel.h"
