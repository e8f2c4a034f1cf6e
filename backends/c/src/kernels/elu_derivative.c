/* elu_derivative.c - see scalar/units.h. */
#include "scalar/units.h"
#include "simd/doubles_activations.h"

static const sb_parameter attributes[] = {{"alpha", SB_REAL, 1.0}, {NULL, 0, 0}};

#define OP elu_derivative
#define TO_ODD(x) elu_derivative_to_odd(x, parameter)
#define QUICK(x) elu_derivative_quick(x, parameter)
#define DOUBLES doubles_elu_derivative
#define ATTRIBUTES attributes
#include "function/one_operand_kernel.h"
