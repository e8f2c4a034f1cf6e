/* sigmoid_derivative.c - see scalar/bell.h. */
#include "scalar/bell.h"
#include "scalar/rare_exp_f64.h"
#include "simd/doubles_activations.h"
#include "simd/first/logistic.h"

#define OP sigmoid_derivative
#define TO_ODD sigmoid_derivative_to_odd
#define QUICK sigmoid_derivative_quick
#define DOUBLES doubles_sigmoid_derivative
#define FIRST_F64 first_sigmoid_derivative
#define ENCLOSED_F64 sigmoid_derivative_f64
#define ERROR_F64 SB_EXP_F64_ERROR
#define WIDE_ERROR_F64 SB_EXP_F64_WIDE_ERROR
#define RARE_F64 sigmoid_derivative_rare_f64
#include "function/one_operand_kernel.h"
