/* tanh.c - the hyperbolic tangent, correctly rounded (clauses R1, R2, S1, S4). */
#include "scalar/tanh.h"
#include "function/enclosed_function.h"
#include "lanes/rows.h"

SB_ENCLOSED_FUNCTION_1(tanh, enclosed_tanh, tanh_quick, tanh_to_odd);
