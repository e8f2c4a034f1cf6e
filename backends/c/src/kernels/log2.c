/* log2.c - the binary logarithm, correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW 0.0
#include "scalar/log2_log10_log1p.h"
#include "scalar/quick_log.h"
#include "function/enclosed_function.h"
#include "lanes/log2_log10.h"

SB_ENCLOSED_LOGS_FUNCTION_1(log2, log2_quick, log2_to_odd);
