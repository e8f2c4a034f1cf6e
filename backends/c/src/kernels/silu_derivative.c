/* silu_derivative.c - see scalar/gated.h. */
#include "scalar/gated.h"
#include "simd/doubles_activations.h"

SB_DOUBLES_ZERO_FUNCTION_1(silu_derivative, doubles_silu_derivative, silu_zero, silu_about_zero,
                           silu_derivative_quick, silu_derivative_to_odd);
