/* hardswish_derivative.c - see scalar/piecewise.h. */
#include "function/one_operand.h"
#include "scalar/piecewise.h"
#include "scalar/rare_angle_f64.h"

#define OP hardswish_derivative
#define TO_ODD hardswish_derivative_to_odd
#define QUICK hardswish_derivative_quick
#define ENCLOSED_F64(x, wide) hardswish_derivative_f64(x)
#define ERROR_F64 SB_PLAIN_F64_ERROR
#define RARE_F64 hardswish_derivative_rare_f64
#include "function/one_operand_kernel.h"
