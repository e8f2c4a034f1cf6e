/* sigmoid_derivative.c - see scalar/bell.h. */
#include "scalar/bell.h"
#include "simd/doubles_activations.h"

SB_DOUBLES_FUNCTION_1(sigmoid_derivative, doubles_sigmoid_derivative, sigmoid_derivative_quick, sigmoid_derivative_to_odd);
