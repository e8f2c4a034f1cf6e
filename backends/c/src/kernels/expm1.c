/* expm1.c - e^x - 1, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/exp2_exp10_expm1.h"
#include "scalar/quick_exp.h"
#include "scalar/rare_exp_f64.h"

#define OP expm1
#define TO_ODD expm1_to_odd
#define QUICK expm1_quick
#define ENCLOSED_F64 expm1_f64
#define ERROR_F64 SB_EXP_F64_ERROR
#define WIDE_ERROR_F64 SB_EXP_F64_WIDE_ERROR
#define RARE_F64 expm1_rare_f64
#include "function/one_operand_kernel.h"
