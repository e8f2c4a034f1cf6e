/* silu_derivative.c - see scalar/gated.h. */
#include "scalar/gated.h"
#include "simd/doubles_activations.h"

#define OP silu_derivative
#define TO_ODD silu_derivative_to_odd
#define QUICK silu_derivative_quick
#define DOUBLES doubles_silu_derivative
#define DOUBLES_ZERO silu_zero
#define DOUBLES_ABOUT_ZERO silu_about_zero
#include "function/one_operand_kernel.h"
