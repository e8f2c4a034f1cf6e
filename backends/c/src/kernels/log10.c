/* log10.c - the decimal logarithm, correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW 0.0
#include "scalar/log2_log10_log1p.h"
#include "scalar/quick_log.h"
#include "scalar/rare_log_f64.h"
#include "function/enclosed_function.h"
#include "lanes/log2_log10.h"
#include "simd/first/log.h"

#define OP log10
#define TO_ODD log10_to_odd
#define QUICK log10_quick
#if SB_HAS_LANES && LANES_ENTRY_BITS == 5 /* the tables need 32 entries */
#define ENCLOSED enclosed_log10
#endif
#define FIRST_F64 first_log10
#define ENCLOSED_F64 log10_f64
#define ERROR_F64 SB_LOG_F64_ERROR
#define WIDE_ERROR_F64 SB_LOG_F64_WIDE_ERROR
#define RARE_F64 log10_rare_f64
#include "function/one_operand_kernel.h"
