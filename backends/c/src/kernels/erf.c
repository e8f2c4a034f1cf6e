/* erf.c - the error function, correctly rounded (clauses R1, R2, S1, S4). */
#include "scalar/erf.h"
#include "function/enclosed_function.h"
#include "lanes/rows.h"

SB_ENCLOSED_FUNCTION_1(erf, enclosed_erf, erf_quick, erf_to_odd);
