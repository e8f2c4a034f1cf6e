/* hardswish_derivative.c - see scalar/piecewise.h. */
#include "function/one_operand.h"
#include "scalar/piecewise.h"

#define OP hardswish_derivative
#define TO_ODD hardswish_derivative_to_odd
#define QUICK hardswish_derivative_quick
#include "function/one_operand_kernel.h"
