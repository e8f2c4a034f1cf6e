/* gelu_tanh_derivative.c - see scalar/gated.h. */
#include "scalar/gated.h"
#include "scalar/rare_exp_f64.h"
#include "simd/doubles_activations.h"

#define OP gelu_tanh_derivative
#define TO_ODD gelu_tanh_derivative_to_odd
#define QUICK gelu_tanh_derivative_quick
#define DOUBLES doubles_gelu_tanh_derivative
#define DOUBLES_ZERO gelu_tanh_zero
#define DOUBLES_ABOUT_ZERO gelu_tanh_about_zero
#define ENCLOSED_F64 gelu_tanh_derivative_f64
#define ERROR_F64 SB_DIFFERENCE_F64_ERROR
#define WIDE_ERROR_F64 SB_DIFFERENCE_F64_WIDE_ERROR
#define RARE_F64 gelu_tanh_derivative_rare_f64
#include "function/one_operand_kernel.h"
