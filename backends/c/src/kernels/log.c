/* log.c - the natural logarithm, correctly rounded (clauses R1, R2, S1, S4). */
#include "function.h"
#include "scalar/log.h"

SB_FUNCTION_1(log, log_odd);
