/* selu.c - see scalar/units.h. */
#include "scalar/units.h"
#include "simd/doubles_activations.h"

#define OP selu
#define TO_ODD selu_to_odd
#define QUICK selu_quick
#define DOUBLES doubles_selu
#include "function/one_operand_kernel.h"
