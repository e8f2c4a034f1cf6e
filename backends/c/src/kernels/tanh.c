/* tanh.c - the hyperbolic tangent, correctly rounded (clauses R1, R2, S1, S4). */
#include "scalar/tanh.h"
#include "scalar/rare_exp_f64.h"
#include "function/enclosed_function.h"
#include "lanes/rows.h"
#include "simd/first/tanh.h"

#define OP tanh
#define TO_ODD tanh_to_odd
#define QUICK tanh_quick
#define ENCLOSED enclosed_tanh
#define FIRST_F64 first_tanh
#define ENCLOSED_F64 tanh_f64
#define ERROR_F64 SB_EXP_F64_ERROR
#define WIDE_ERROR_F64 SB_EXP_F64_WIDE_ERROR
#define RARE_F64 tanh_rare_f64
#include "function/one_operand_kernel.h"
