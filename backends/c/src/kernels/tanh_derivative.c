/* tanh_derivative.c - see scalar/bell.h. */
#include "scalar/bell.h"
#include "simd/doubles_activations.h"

SB_DOUBLES_FUNCTION_1(tanh_derivative, doubles_tanh_derivative, tanh_derivative_quick, tanh_derivative_to_odd);
