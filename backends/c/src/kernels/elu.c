/* elu.c - see scalar/units.h. */
#include "scalar/units.h"
#include "simd/doubles_activations.h"

static const sb_parameter attributes[] = {{"alpha", SB_REAL, 1.0}, {NULL, 0, 0}};

#define OP elu
#define TO_ODD(x) elu_to_odd(x, parameter)
#define QUICK(x) elu_quick(x, parameter)
#define DOUBLES doubles_elu
#define ATTRIBUTES attributes
#include "function/one_operand_kernel.h"
