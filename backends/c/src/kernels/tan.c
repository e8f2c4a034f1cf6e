/* tan.c - the tangent, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/tangent.h"

#define OP tan
#define TO_ODD tan_to_odd
#define QUICK tan_quick
#define FAR tan_far
#include "function/one_operand_kernel.h"
