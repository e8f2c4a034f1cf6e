/* exp.c - the natural exponential, correctly rounded (clauses R1, R2, S1, S4). */
#include "fused/functions.h"
#include "scalar/exp.h"
#include "scalar/rare_exp_f64.h"
#include "lanes/exp.h"
#include "function/enclosed_function.h"
#include "simd/first/exp.h"

#define OP exp
#define TO_ODD exp_to_odd
#define QUICK exp_quick
#define ENCLOSED enclosed_exp
#define FIRST_F64 first_exp
#define ENCLOSED_F64 exp_f64
#define ERROR_F64 SB_EXP_F64_ERROR
#define WIDE_ERROR_F64 SB_EXP_F64_WIDE_ERROR
#define RARE_F64 exp_rare_f64
#include "function/one_operand_kernel.h"

#define FORMAT f32
#include "fused/each_template.h"
#define FORMAT f64
#include "fused/each_template.h"
