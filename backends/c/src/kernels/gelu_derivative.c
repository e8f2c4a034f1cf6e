/* gelu_derivative.c - see scalar/gelu_derivative.h. */
#include "scalar/gelu_derivative.h"
#include "simd/doubles_activations.h"

#define OP gelu_derivative
#define TO_ODD gelu_derivative_to_odd
#define QUICK gelu_derivative_quick
#define DOUBLES doubles_gelu_derivative
#include "function/one_operand_kernel.h"
