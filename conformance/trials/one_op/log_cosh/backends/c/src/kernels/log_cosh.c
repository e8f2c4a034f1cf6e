/* log_cosh.c - the logarithm of the hyperbolic cosine, correctly rounded (clauses R1, R2, S1, S4).
 */
#include "function/one_operand.h"
#include "scalar/log_cosh.h"

#define OP log_cosh
#define TO_ODD log_cosh_to_odd
#define QUICK log_cosh_quick
#define ENCLOSED_F64 log_cosh_f64
#define ERROR_F64 SB_LOG_COSH_F64_ERROR
#define WIDE_ERROR_F64 SB_LOG_COSH_F64_WIDE_ERROR
#include "function/one_operand_kernel.h"
