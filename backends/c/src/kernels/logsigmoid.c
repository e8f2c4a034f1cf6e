/* logsigmoid.c - see scalar/softplus.h. */
#include "scalar/softplus.h"
#include "scalar/log_f64.h"
#include "scalar/rare_exp_f64.h"
#include "simd/doubles_activations.h"

#define OP logsigmoid
#define TO_ODD logsigmoid_to_odd
#define QUICK logsigmoid_quick
#define DOUBLES doubles_logsigmoid
#define ENCLOSED_F64 logsigmoid_f64
#define ERROR_F64 SB_LOG_F64_ERROR
#define WIDE_ERROR_F64 SB_LOG_F64_WIDE_ERROR
#define RARE_F64 logsigmoid_rare_f64
#include "function/one_operand_kernel.h"
