/* mish.c - see scalar/mish.h. */
#include "scalar/mish.h"
#include "scalar/rare_exp_f64.h"
#include "simd/doubles_activations.h"

#define OP mish
#define TO_ODD mish_to_odd
#define QUICK mish_quick
#define DOUBLES doubles_mish
#define ENCLOSED_F64 mish_f64
#define ERROR_F64 SB_EXP_F64_ERROR
#define WIDE_ERROR_F64 SB_EXP_F64_WIDE_ERROR
#define RARE_F64 mish_rare_f64
#include "function/one_operand_kernel.h"
