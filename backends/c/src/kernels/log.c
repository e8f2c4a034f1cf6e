/* log.c - the natural logarithm, correctly rounded (clauses R1, R2, S1, S4). */
#define SB_FUNCTION_LOW 0.0
#include "fused/functions.h"
#include "scalar/log.h"
#include "scalar/quick_log.h"
#include "function/enclosed_function.h"
#include "lanes/log.h"

SB_ENCLOSED_FUNCTION_1(log, enclosed_log, log_quick, log_to_odd);

SB_FUNCTION_EACH(log)
