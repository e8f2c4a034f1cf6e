/* acos.c - the arc cosine, correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW (-1.0)
#define SB_FUNCTION_HIGH 1.0
#include "function/one_operand.h"
#include "scalar/arcsine.h"

#define OP acos
#define TO_ODD acos_to_odd
#define QUICK acos_quick
#include "function/one_operand_kernel.h"
