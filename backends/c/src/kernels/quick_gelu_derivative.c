/* quick_gelu_derivative.c - see scalar/gated.h. */
#include "scalar/gated.h"
#include "scalar/rare_exp_f64.h"
#include "simd/doubles_activations.h"

#define OP quick_gelu_derivative
#define TO_ODD quick_gelu_derivative_to_odd
#define QUICK quick_gelu_derivative_quick
#define DOUBLES doubles_quick_gelu_derivative
#define DOUBLES_ZERO quick_gelu_zero
#define DOUBLES_ABOUT_ZERO quick_gelu_about_zero
#define ENCLOSED_F64 quick_gelu_derivative_f64
#define ERROR_F64 SB_DIFFERENCE_F64_ERROR
#define WIDE_ERROR_F64 SB_DIFFERENCE_F64_WIDE_ERROR
#define RARE_F64 quick_gelu_derivative_rare_f64
#include "function/one_operand_kernel.h"
