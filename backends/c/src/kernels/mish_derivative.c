/* mish_derivative.c - see scalar/mish.h. */
#include "scalar/mish.h"
#include "simd/doubles_activations.h"

#define OP mish_derivative
#define TO_ODD mish_derivative_to_odd
#define QUICK mish_derivative_quick
#define DOUBLES doubles_mish_derivative
#define DOUBLES_ZERO mish_zero
#define DOUBLES_ABOUT_ZERO mish_about_zero
#include "function/one_operand_kernel.h"
