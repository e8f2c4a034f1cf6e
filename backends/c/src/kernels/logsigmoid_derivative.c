/* logsigmoid_derivative.c - see scalar/softplus.h. */
#include "scalar/softplus.h"
#include "simd/doubles_activations.h"

SB_DOUBLES_FUNCTION_1(logsigmoid_derivative, doubles_sigmoid_of_minus, logsigmoid_derivative_quick, logsigmoid_derivative_to_odd);
