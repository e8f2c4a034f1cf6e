/* cbrt.c - the cube root, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/cbrt.h"

#define OP cbrt
#define TO_ODD cbrt_to_odd
#define QUICK cbrt_quick
#include "function/one_operand_kernel.h"
