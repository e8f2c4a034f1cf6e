/* softsign_derivative.c - see scalar/softsign.h. */
#include "scalar/softsign.h"
#include "simd/doubles_activations.h"

SB_DOUBLES_FUNCTION_1(softsign_derivative, doubles_softsign_derivative, softsign_derivative_quick, softsign_derivative_to_odd);
