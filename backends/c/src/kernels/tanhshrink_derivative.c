/* tanhshrink_derivative.c - see scalar/tanhshrink.h. */
#include "scalar/tanhshrink.h"
#include "simd/doubles_activations.h"

SB_DOUBLES_FUNCTION_1(tanhshrink_derivative, doubles_tanhshrink_derivative, tanhshrink_derivative_quick, tanhshrink_derivative_to_odd);
