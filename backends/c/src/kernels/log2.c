/* log2.c - the binary logarithm, correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW 0.0
#include "scalar/logarithms.h"
#include "scalar/quick_log.h"
#include "simd/pairs_function.h"
#include "lanes/log_bases.h"

SB_PAIRS_LOGS_FUNCTION_1(log2, log2_quick, log2_odd);
