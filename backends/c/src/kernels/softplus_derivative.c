/* softplus_derivative.c - sigmoid(x), see scalar/sigmoid.h. */
#include "scalar/sigmoid.h"
#include "lanes/exp.h"
#include "function/enclosed_function.h"

#define OP softplus_derivative
#define TO_ODD sigmoid_to_odd
#define QUICK sigmoid_quick
#define ENCLOSED enclosed_sigmoid
#include "function/one_operand_kernel.h"
