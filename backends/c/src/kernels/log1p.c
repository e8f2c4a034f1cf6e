/* log1p.c - log(1 + x), correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW (-1.0)
#include "fused/functions.h"
#include "function/one_operand.h"
#include "scalar/log2_log10_log1p.h"
#include "scalar/quick_log.h"
#include "scalar/rare_log_f64.h"

#define OP log1p
#define TO_ODD log1p_to_odd
#define QUICK log1p_quick
#define ENCLOSED_F64 log1p_f64
#define ERROR_F64 SB_LOG_F64_ERROR
#define WIDE_ERROR_F64 SB_LOG_F64_WIDE_ERROR
#define RARE_F64 log1p_rare_f64
#include "function/one_operand_kernel.h"

#define FORMAT f64
#include "fused/each_template.h"
