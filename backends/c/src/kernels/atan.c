/* atan.c - the arc tangent, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/arctangent.h"

#define OP atan
#define TO_ODD atan_to_odd
#define QUICK atan_quick
#include "function/one_operand_kernel.h"
