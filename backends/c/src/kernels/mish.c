/* mish.c - see scalar/mish.h. */
#include "scalar/mish.h"
#include "simd/doubles_activations.h"

SB_DOUBLES_FUNCTION_1(mish, doubles_mish, mish_quick, mish_to_odd);
