/* tanhshrink.c - see scalar/tanhshrink.h. */
#include "scalar/tanhshrink.h"
#include "simd/doubles_activations.h"

SB_DOUBLES_FUNCTION_1(tanhshrink, doubles_tanhshrink, tanhshrink_quick, tanhshrink_to_odd);
