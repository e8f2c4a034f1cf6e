/* selu.c - see scalar/units.h. */
#include "scalar/units.h"
#include "simd/doubles_activations.h"

SB_DOUBLES_FUNCTION_1(selu, doubles_selu, selu_quick, selu_to_odd);
