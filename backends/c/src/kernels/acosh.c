/* acosh.c - the inverse hyperbolic cosine, correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW 1.0
#include "function/one_operand.h"
#include "scalar/inverse_hyperbolic.h"
#include "scalar/quick_log.h"
#include "scalar/rare_log_f64.h"

#define OP acosh
#define TO_ODD acosh_to_odd
#define QUICK acosh_quick
#define ENCLOSED_F64 acosh_f64
#define ERROR_F64 SB_LOG_F64_ERROR
#define WIDE_ERROR_F64 SB_LOG_F64_WIDE_ERROR
#define RARE_F64 acosh_rare_f64
#include "function/one_operand_kernel.h"
