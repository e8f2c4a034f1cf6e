/* celu.c - see scalar/units.h. */
#include "scalar/units.h"
#include "simd/doubles_activations.h"

static const sb_parameter attributes[] = {{"alpha", SB_DIVISOR, 1.0}, {NULL, 0, 0}};

SB_PARAMETRIC_DOUBLES_FUNCTION_1(celu, doubles_celu, celu_quick, celu_to_odd);
