/* gelu_derivative.c - see scalar/gelu_derivative.h. */
#include "scalar/gelu_derivative.h"
#include "simd/doubles_activations.h"

SB_DOUBLES_FUNCTION_1(gelu_derivative, doubles_gelu_derivative, gelu_derivative_quick, gelu_derivative_to_odd);
