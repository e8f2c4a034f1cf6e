/* celu_derivative.c - see scalar/units.h. */
#include "scalar/units.h"
#include "simd/doubles_activations.h"

static const sb_parameter attributes[] = {{"alpha", SB_DIVISOR, 1.0}, {NULL, 0, 0}};

SB_PARAMETRIC_DOUBLES_FUNCTION_1(celu_derivative, doubles_celu_derivative, celu_derivative_quick, celu_derivative_to_odd);
