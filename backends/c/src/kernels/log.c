/* log.c - the natural logarithm, correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW 0.0
#include "fused/functions.h"
#include "scalar/log.h"
#include "scalar/quick_log.h"
#include "scalar/rare_log_f64.h"
#include "function/enclosed_function.h"
#include "lanes/log.h"
#include "simd/first/log.h"

#define OP log
#define TO_ODD log_to_odd
#define QUICK log_quick
#define ENCLOSED enclosed_log
#define FIRST_F64 first_log
#define ENCLOSED_F64 log_f64
#define ERROR_F64 SB_LOG_F64_ERROR
#define WIDE_ERROR_F64 SB_LOG_F64_WIDE_ERROR
#define RARE_F64 log_rare_f64
#include "function/one_operand_kernel.h"

#define FORMAT f32
#include "fused/each_template.h"
#define FORMAT f64
#include "fused/each_template.h"
