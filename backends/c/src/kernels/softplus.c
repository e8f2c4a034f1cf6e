/* softplus.c - see scalar/softplus.h. */
#include "scalar/softplus.h"
#include "scalar/log_f64.h"
#include "scalar/rare_exp_f64.h"
#include "simd/doubles_activations.h"

#define OP softplus
#define TO_ODD softplus_to_odd
#define QUICK softplus_quick
#define DOUBLES doubles_softplus
#define ENCLOSED_F64 softplus_f64
#define ERROR_F64 SB_LOG_F64_ERROR
#define WIDE_ERROR_F64 SB_LOG_F64_WIDE_ERROR
#define RARE_F64 softplus_rare_f64
#include "function/one_operand_kernel.h"
