/* log10.c - the decimal logarithm, correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW 0.0
#include "scalar/log2_log10_log1p.h"
#include "scalar/quick_log.h"
#include "function/enclosed_function.h"
#include "lanes/log2_log10.h"

#define OP log10
#define TO_ODD log10_to_odd
#define QUICK log10_quick
#if SB_HAS_LANES && LANES_ENTRY_BITS == 5 /* its tables have 32 entries */
#define ENCLOSED enclosed_log10
#endif
#include "function/one_operand_kernel.h"
