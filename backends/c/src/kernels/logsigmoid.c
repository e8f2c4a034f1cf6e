/* logsigmoid.c - see scalar/softplus.h. */
#include "scalar/softplus.h"
#include "simd/doubles_activations.h"

#define OP logsigmoid
#define TO_ODD logsigmoid_to_odd
#define QUICK logsigmoid_quick
#define DOUBLES doubles_logsigmoid
#include "function/one_operand_kernel.h"
