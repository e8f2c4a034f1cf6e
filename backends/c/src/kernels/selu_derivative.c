/* selu_derivative.c - see scalar/units.h. */
#include "scalar/units.h"
#include "simd/doubles_activations.h"

#define OP selu_derivative
#define TO_ODD selu_derivative_to_odd
#define QUICK selu_derivative_quick
#define DOUBLES doubles_selu_derivative
#include "function/one_operand_kernel.h"
