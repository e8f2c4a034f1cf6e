/* sin.c - the sine, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/sine.h"

#define OP sin
#define TO_ODD sin_to_odd
#define QUICK sin_quick
#define FAR sin_far
#include "function/one_operand_kernel.h"
