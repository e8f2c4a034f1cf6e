/* sinpi.c - sin(pi x), correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/sine.h"

#define OP sinpi
#define TO_ODD sinpi_to_odd
#define QUICK sinpi_quick
#include "function/one_operand_kernel.h"
