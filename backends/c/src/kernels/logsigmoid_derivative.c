/* logsigmoid_derivative.c - see scalar/softplus.h. */
#include "scalar/softplus.h"
#include "simd/doubles_activations.h"

#define OP logsigmoid_derivative
#define TO_ODD logsigmoid_derivative_to_odd
#define QUICK logsigmoid_derivative_quick
#define DOUBLES doubles_sigmoid_of_minus
#include "function/one_operand_kernel.h"
