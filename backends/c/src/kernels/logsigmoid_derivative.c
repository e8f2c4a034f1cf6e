/* logsigmoid_derivative.c - see scalar/softplus.h. */
#include "scalar/softplus.h"
#include "scalar/rare_exp_f64.h"
#include "simd/doubles_activations.h"
#include "simd/first/logistic.h"

#define OP logsigmoid_derivative
#define TO_ODD logsigmoid_derivative_to_odd
#define QUICK logsigmoid_derivative_quick
#define DOUBLES doubles_sigmoid_of_minus
#define FIRST_F64 first_sigmoid_of_opposite
#define ENCLOSED_F64 sigmoid_of_opposite_f64
#define ERROR_F64 SB_EXP_F64_ERROR
#define WIDE_ERROR_F64 SB_EXP_F64_WIDE_ERROR
#define RARE_F64 sigmoid_of_opposite_rare_f64
#include "function/one_operand_kernel.h"
