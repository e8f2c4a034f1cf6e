/* log_cosh.c - the logarithm of the hyperbolic cosine, correctly rounded (clauses R1, R2, S1, S4).
 */
#include "function/one_operand.h"
#include "scalar/log_cosh.h"

#define OP log_cosh
#define TO_ODD log_cosh_to_odd
#define QUICK log_cosh_quick
#include "function/one_operand_kernel.h"
