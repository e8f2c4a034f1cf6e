/* softplus.c - see scalar/softplus.h. */
#include "scalar/softplus.h"
#include "simd/doubles_activations.h"

#define OP softplus
#define TO_ODD softplus_to_odd
#define QUICK softplus_quick
#define DOUBLES doubles_softplus
#include "function/one_operand_kernel.h"
