/* hardsigmoid.c - see scalar/piecewise.h. */
#include "function/one_operand.h"
#include "scalar/piecewise.h"

#define OP hardsigmoid
#define TO_ODD hardsigmoid_to_odd
#define QUICK hardsigmoid_quick
#include "function/one_operand_kernel.h"
