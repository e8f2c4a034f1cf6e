/* logsigmoid.c - see scalar/softplus.h. */
#include "scalar/softplus.h"
#include "simd/doubles_activations.h"

SB_DOUBLES_FUNCTION_1(logsigmoid, doubles_logsigmoid, logsigmoid_quick, logsigmoid_to_odd);
