/* asinh.c - the inverse hyperbolic sine, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/inverse_hyperbolic.h"
#include "scalar/quick_log.h"
#include "scalar/rare_log_f64.h"

#define OP asinh
#define TO_ODD asinh_to_odd
#define QUICK asinh_quick
#define ENCLOSED_F64 asinh_f64
#define ERROR_F64 SB_LOG_F64_ERROR
#define WIDE_ERROR_F64 SB_LOG_F64_WIDE_ERROR
#define RARE_F64 asinh_rare_f64
#include "function/one_operand_kernel.h"
