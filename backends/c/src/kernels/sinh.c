/* sinh.c - the hyperbolic sine, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/hyperbolic.h"
#include "scalar/quick_exp.h"
#include "scalar/rare_exp_f64.h"

#define OP sinh
#define TO_ODD sinh_to_odd
#define QUICK sinh_quick
#define ENCLOSED_F64 sinh_f64
#define ERROR_F64 SB_EXP_F64_ERROR
#define WIDE_ERROR_F64 SB_EXP_F64_WIDE_ERROR
#define RARE_F64 sinh_rare_f64
#include "function/one_operand_kernel.h"
