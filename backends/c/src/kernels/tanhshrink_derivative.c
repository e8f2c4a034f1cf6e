/* tanhshrink_derivative.c - see scalar/tanhshrink.h. */
#include "scalar/tanhshrink.h"
#include "simd/doubles_activations.h"

#define OP tanhshrink_derivative
#define TO_ODD tanhshrink_derivative_to_odd
#define QUICK tanhshrink_derivative_quick
#define DOUBLES doubles_tanhshrink_derivative
#include "function/one_operand_kernel.h"
