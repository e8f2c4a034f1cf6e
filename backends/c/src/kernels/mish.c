/* mish.c - see scalar/mish.h. */
#include "scalar/mish.h"
#include "simd/doubles_activations.h"

#define OP mish
#define TO_ODD mish_to_odd
#define QUICK mish_quick
#define DOUBLES doubles_mish
#include "function/one_operand_kernel.h"
