/* tanh.c - the hyperbolic tangent, correctly rounded (clauses R1, R2, S1, S4). */
#include "scalar/tanh.h"
#include "simd/pairs_rows.h"

SB_PAIRS_ROWS_FUNCTION_1(tanh, tanh_quick, tanh_odd);
