/* softplus_derivative.c - sigmoid(x), see scalar/sigmoid.h. */
#include "scalar/sigmoid.h"
#include "scalar/rare_exp_f64.h"
#include "lanes/exp.h"
#include "function/enclosed_function.h"
#include "simd/first/logistic.h"

#define OP softplus_derivative
#define TO_ODD sigmoid_to_odd
#define QUICK sigmoid_quick
#define ENCLOSED enclosed_sigmoid
#define FIRST_F64 first_sigmoid
#define ENCLOSED_F64 sigmoid_f64
#define ERROR_F64 SB_EXP_F64_ERROR
#define WIDE_ERROR_F64 SB_EXP_F64_WIDE_ERROR
#define RARE_F64 sigmoid_rare_f64
#include "function/one_operand_kernel.h"
