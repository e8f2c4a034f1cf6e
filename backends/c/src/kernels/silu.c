/* silu.c - x / (1 + exp(-x)), correctly rounded (clauses R1, R2, S1, S4). */
#include "scalar/halved.h"
#define SB_FUNCTION_TIES f64_halved
#include "scalar/sigmoid.h"
#include "scalar/rare_exp_f64.h"
#include "lanes/exp.h"
#include "function/enclosed_function.h"
#include "simd/first/logistic.h"

#define OP silu
#define TO_ODD silu_to_odd
#define QUICK silu_quick
#define ENCLOSED enclosed_silu
#define FIRST_F64 first_silu
#define ENCLOSED_F64 silu_f64
#define ERROR_F64 SB_EXP_F64_ERROR
#define WIDE_ERROR_F64 SB_EXP_F64_WIDE_ERROR
#define RARE_F64 silu_rare_f64
#include "function/one_operand_kernel.h"
