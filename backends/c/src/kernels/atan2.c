/* atan2.c - the angle of the point (x, y), correctly rounded (clauses R1, R2, S1, S4). */
#include "scalar/arctangent.h"

#define OP atan2
#define TO_ODD atan2_to_odd
#define QUICK atan2_quick
#include "function/two_operands_kernel.h"
