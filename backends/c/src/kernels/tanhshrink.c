/* tanhshrink.c - see scalar/tanhshrink.h. */
#include "scalar/tanhshrink.h"
#include "scalar/rare_exp_f64.h"
#include "simd/doubles_activations.h"

#define OP tanhshrink
#define TO_ODD tanhshrink_to_odd
#define QUICK tanhshrink_quick
#define DOUBLES doubles_tanhshrink
#define ENCLOSED_F64 tanhshrink_f64
#define ERROR_F64 SB_DIFFERENCE_F64_ERROR
#define WIDE_ERROR_F64 SB_DIFFERENCE_F64_WIDE_ERROR
#define RARE_F64 tanhshrink_rare_f64
#include "function/one_operand_kernel.h"
