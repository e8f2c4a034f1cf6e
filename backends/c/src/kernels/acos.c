/* acos.c - the arc cosine, correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW (-1.0)
#define SB_FUNCTION_HIGH 1.0
#include "function/one_operand.h"
#include "scalar/arcsine.h"

SB_QUICK_FUNCTION_1(acos, acos_quick, acos_to_odd);
