/* softplus.c - see scalar/softplus.h. */
#include "scalar/softplus.h"
#include "simd/doubles_activations.h"

SB_DOUBLES_FUNCTION_1(softplus, doubles_softplus, softplus_quick, softplus_to_odd);
