/* exp2.c - two to the power x, correctly rounded (clauses R1, R2, S1, S4). */
#include "scalar/exp2_exp10_expm1.h"
#include "scalar/quick_exp.h"
#include "scalar/rare_exp_f64.h"
#include "function/enclosed_function.h"
#include "lanes/exp2_exp10.h"
#include "simd/first/exp.h"

#define OP exp2
#define TO_ODD exp2_to_odd
#define QUICK exp2_quick
#define ENCLOSED enclosed_exp2
#define FIRST_F64 first_exp2
#define ENCLOSED_F64 exp2_f64
#define ERROR_F64 SB_EXP_F64_ERROR
#define WIDE_ERROR_F64 SB_EXP_F64_WIDE_ERROR
#define RARE_F64 exp2_rare_f64
#include "function/one_operand_kernel.h"
