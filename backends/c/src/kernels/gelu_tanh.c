/* gelu_tanh.c - see scalar/gated.h. */
#include "scalar/halved.h"
#define SB_FUNCTION_TIES f64_halved
#include "scalar/gated.h"
#include "simd/doubles_activations.h"

SB_DOUBLES_FUNCTION_1(gelu_tanh, doubles_gelu_tanh, gelu_tanh_quick, gelu_tanh_to_odd);
