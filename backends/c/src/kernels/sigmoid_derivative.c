/* sigmoid_derivative.c - see scalar/bell.h. */
#include "scalar/bell.h"
#include "simd/doubles_activations.h"

#define OP sigmoid_derivative
#define TO_ODD sigmoid_derivative_to_odd
#define QUICK sigmoid_derivative_quick
#define DOUBLES doubles_sigmoid_derivative
#include "function/one_operand_kernel.h"
