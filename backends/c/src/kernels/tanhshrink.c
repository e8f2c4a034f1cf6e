/* tanhshrink.c - see scalar/tanhshrink.h. */
#include "scalar/tanhshrink.h"
#include "simd/doubles_activations.h"

#define OP tanhshrink
#define TO_ODD tanhshrink_to_odd
#define QUICK tanhshrink_quick
#define DOUBLES doubles_tanhshrink
#include "function/one_operand_kernel.h"
