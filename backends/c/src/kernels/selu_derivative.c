/* selu_derivative.c - see scalar/units.h. */
#include "scalar/units.h"
#include "simd/doubles_activations.h"

SB_DOUBLES_FUNCTION_1(selu_derivative, doubles_selu_derivative, selu_derivative_quick, selu_derivative_to_odd);
