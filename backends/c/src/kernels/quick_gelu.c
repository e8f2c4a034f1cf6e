/* quick_gelu.c - see scalar/gated.h. */
#include "scalar/halved.h"
#define SB_FUNCTION_TIES f64_halved
#include "scalar/gated.h"
#include "simd/doubles_activations.h"

SB_DOUBLES_FUNCTION_1(quick_gelu, doubles_quick_gelu, quick_gelu_quick, quick_gelu_to_odd);
