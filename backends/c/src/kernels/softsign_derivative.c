/* softsign_derivative.c - see scalar/softsign.h. */
#include "scalar/softsign.h"
#include "simd/doubles_activations.h"

#define OP softsign_derivative
#define TO_ODD softsign_derivative_to_odd
#define QUICK softsign_derivative_quick
#define DOUBLES doubles_softsign_derivative
#include "function/one_operand_kernel.h"
