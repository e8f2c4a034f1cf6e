/* quick_gelu.c - see scalar/gated.h. */
#include "scalar/halved.h"
#define SB_FUNCTION_TIES f64_halved
#include "scalar/gated.h"
#include "scalar/rare_exp_f64.h"
#include "simd/doubles_activations.h"
#include "simd/first/logistic.h"

#define OP quick_gelu
#define TO_ODD quick_gelu_to_odd
#define QUICK quick_gelu_quick
#define DOUBLES doubles_quick_gelu
#define FIRST_F64 first_quick_gelu
#define ENCLOSED_F64 quick_gelu_f64
#define ERROR_F64 SB_EXP_F64_ERROR
#define WIDE_ERROR_F64 SB_EXP_F64_WIDE_ERROR
#define RARE_F64 quick_gelu_rare_f64
#include "function/one_operand_kernel.h"
