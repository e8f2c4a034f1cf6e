/* gelu_tanh_derivative.c - see scalar/gated.h. */
#include "scalar/gated.h"
#include "simd/doubles_activations.h"

SB_DOUBLES_ZERO_FUNCTION_1(gelu_tanh_derivative, doubles_gelu_tanh_derivative, gelu_tanh_zero, gelu_tanh_about_zero,
                           gelu_tanh_derivative_quick, gelu_tanh_derivative_to_odd);
