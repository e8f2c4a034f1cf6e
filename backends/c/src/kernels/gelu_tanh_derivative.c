/* gelu_tanh_derivative.c - see scalar/gated.h. */
#include "scalar/gated.h"
#include "simd/doubles_activations.h"

#define OP gelu_tanh_derivative
#define TO_ODD gelu_tanh_derivative_to_odd
#define QUICK gelu_tanh_derivative_quick
#define DOUBLES doubles_gelu_tanh_derivative
#define DOUBLES_ZERO gelu_tanh_zero
#define DOUBLES_ABOUT_ZERO gelu_tanh_about_zero
#include "function/one_operand_kernel.h"
