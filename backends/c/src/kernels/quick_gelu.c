/* quick_gelu.c - see scalar/gated.h. */
#include "scalar/halved.h"
#define SB_FUNCTION_TIES f64_halved
#include "scalar/gated.h"
#include "simd/doubles_activations.h"

#define OP quick_gelu
#define TO_ODD quick_gelu_to_odd
#define QUICK quick_gelu_quick
#define DOUBLES doubles_quick_gelu
#include "function/one_operand_kernel.h"
