/* softsign.c - see scalar/softsign.h. */
#include "scalar/softsign.h"
#include "simd/doubles_activations.h"

#define OP softsign
#define TO_ODD softsign_to_odd
#define QUICK softsign_quick
#define DOUBLES doubles_softsign
#include "function/one_operand_kernel.h"
