/* erf.c - the error function, correctly rounded (clauses R1, R2, S1, S4). */
#include "scalar/erf.h"
#include "simd/pairs_function.h"
#include "lanes/rows.h"

SB_PAIRS_FUNCTION_1(erf, pairs_erf, erf_quick, erf_odd);
