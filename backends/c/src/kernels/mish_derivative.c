/* mish_derivative.c - see scalar/mish.h. */
#include "scalar/mish.h"
#include "scalar/rare_exp_f64.h"
#include "simd/doubles_activations.h"

#define OP mish_derivative
#define TO_ODD mish_derivative_to_odd
#define QUICK mish_derivative_quick
#define DOUBLES doubles_mish_derivative
#define DOUBLES_ZERO mish_zero
#define DOUBLES_ABOUT_ZERO mish_about_zero
#define ENCLOSED_F64 mish_derivative_f64
#define ERROR_F64 SB_DIFFERENCE_F64_ERROR
#define WIDE_ERROR_F64 SB_DIFFERENCE_F64_WIDE_ERROR
#define RARE_F64 mish_derivative_rare_f64
#include "function/one_operand_kernel.h"
