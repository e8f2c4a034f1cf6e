/* quick_gelu_derivative.c - see scalar/gated.h. */
#include "scalar/gated.h"
#include "simd/doubles_activations.h"

SB_DOUBLES_ZERO_FUNCTION_1(quick_gelu_derivative, doubles_quick_gelu_derivative, quick_gelu_zero, quick_gelu_about_zero,
                           quick_gelu_derivative_quick, quick_gelu_derivative_to_odd);
