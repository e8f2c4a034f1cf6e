/* gelu_tanh.c - see scalar/gated.h. */
#include "scalar/halved.h"
#define SB_FUNCTION_TIES f64_halved
#include "scalar/gated.h"
#include "scalar/rare_exp_f64.h"
#include "simd/doubles_activations.h"

#define OP gelu_tanh
#define TO_ODD gelu_tanh_to_odd
#define QUICK gelu_tanh_quick
#define DOUBLES doubles_gelu_tanh
#define ENCLOSED_F64 gelu_tanh_f64
#define ERROR_F64 SB_EXP_F64_ERROR
#define WIDE_ERROR_F64 SB_EXP_F64_WIDE_ERROR
#define RARE_F64 gelu_tanh_rare_f64
#include "function/one_operand_kernel.h"
