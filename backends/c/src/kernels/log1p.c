/* log1p.c - log(1 + x), correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW (-1.0)
#include "function/one_operand.h"
#include "scalar/log2_log10_log1p.h"
#include "scalar/quick_log.h"

SB_QUICK_FUNCTION_1(log1p, log1p_quick, log1p_to_odd);
