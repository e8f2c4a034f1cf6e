/* tanhshrink_derivative.c - see scalar/tanhshrink.h. */
#include "scalar/tanhshrink.h"
#include "scalar/rare_exp_f64.h"
#include "simd/doubles_activations.h"

#define OP tanhshrink_derivative
#define TO_ODD tanhshrink_derivative_to_odd
#define QUICK tanhshrink_derivative_quick
#define DOUBLES doubles_tanhshrink_derivative
#define ENCLOSED_F64 tanhshrink_derivative_f64
#define ERROR_F64 SB_EXP_F64_ERROR
#define WIDE_ERROR_F64 SB_EXP_F64_WIDE_ERROR
#define RARE_F64 tanhshrink_derivative_rare_f64
#include "function/one_operand_kernel.h"
