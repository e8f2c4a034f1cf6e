/* silu_derivative.c - see scalar/gated.h. */
#include "scalar/gated.h"
#include "scalar/rare_exp_f64.h"
#include "simd/doubles_activations.h"

#define OP silu_derivative
#define TO_ODD silu_derivative_to_odd
#define QUICK silu_derivative_quick
#define DOUBLES doubles_silu_derivative
#define DOUBLES_ZERO silu_zero
#define DOUBLES_ABOUT_ZERO silu_about_zero
#define ENCLOSED_F64 silu_derivative_f64
#define ERROR_F64 SB_DIFFERENCE_F64_ERROR
#define WIDE_ERROR_F64 SB_DIFFERENCE_F64_WIDE_ERROR
#define RARE_F64 silu_derivative_rare_f64
#include "function/one_operand_kernel.h"
