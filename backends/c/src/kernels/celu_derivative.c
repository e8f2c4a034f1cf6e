/* celu_derivative.c - see scalar/units.h. */
#include "scalar/units.h"
#include "simd/doubles_activations.h"

static const sb_parameter attributes[] = {{"alpha", SB_DIVISOR, 1.0}, {NULL, 0, 0}};

#define OP celu_derivative
#define TO_ODD(x) celu_derivative_to_odd(x, parameter)
#define QUICK(x) celu_derivative_quick(x, parameter)
#define DOUBLES doubles_celu_derivative
#define ATTRIBUTES attributes
#include "function/one_operand_kernel.h"
