/* erfc.c - the complementary error function, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/erfc.h"

#define OP erfc
#define TO_ODD erfc_to_odd
#define QUICK erfc_quick
#include "function/one_operand_kernel.h"
