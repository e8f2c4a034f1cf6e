/* tanh_derivative.c - see scalar/bell.h. */
#include "scalar/bell.h"
#include "simd/doubles_activations.h"

#define OP tanh_derivative
#define TO_ODD tanh_derivative_to_odd
#define QUICK tanh_derivative_quick
#define DOUBLES doubles_tanh_derivative
#include "function/one_operand_kernel.h"
