/* mish_derivative.c - see scalar/mish.h. */
#include "scalar/mish.h"
#include "simd/doubles_activations.h"

SB_DOUBLES_ZERO_FUNCTION_1(mish_derivative, doubles_mish_derivative, mish_zero, mish_about_zero,
                           mish_derivative_quick, mish_derivative_to_odd);
