/* softsign.c - see scalar/softsign.h. */
#include "scalar/softsign.h"
#include "simd/doubles_activations.h"

SB_DOUBLES_FUNCTION_1(softsign, doubles_softsign, softsign_quick, softsign_to_odd);
