/* log1p.c - log(1 + x), correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW (-1.0)
#include "function/one_operand.h"
#include "scalar/log2_log10_log1p.h"
#include "scalar/quick_log.h"

#define OP log1p
#define TO_ODD log1p_to_odd
#define QUICK log1p_quick
#include "function/one_operand_kernel.h"
