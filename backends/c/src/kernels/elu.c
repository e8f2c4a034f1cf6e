/* elu.c - see scalar/units.h. */
#include "scalar/units.h"
#include "simd/doubles_activations.h"

static const sb_parameter attributes[] = {{"alpha", SB_REAL, 1.0}, {NULL, 0, 0}};

SB_PARAMETRIC_DOUBLES_FUNCTION_1(elu, doubles_elu, elu_quick, elu_to_odd);
