/* tanh.c - the hyperbolic tangent, correctly rounded (clauses R1, R2, S1, S4). */
#include "function.h"
#include "scalar/tanh.h"

SB_FUNCTION_1(tanh, tanh_odd);
