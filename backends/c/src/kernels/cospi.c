/* cospi.c - cos(pi x), correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/sine.h"

#define OP cospi
#define TO_ODD cospi_to_odd
#define QUICK cospi_quick
#include "function/one_operand_kernel.h"
