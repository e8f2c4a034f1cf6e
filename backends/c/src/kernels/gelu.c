/* gelu.c - x times the normal distribution function of x, correctly rounded (clauses R1, R2, S1, S4). */
#include "scalar/halved.h"
#define SB_FUNCTION_TIES f64_halved
#include "scalar/gelu.h"
#include "function/enclosed_function.h"
#include "lanes/rows.h"

SB_ENCLOSED_FUNCTION_1(gelu, enclosed_gelu, gelu_quick, gelu_to_odd);
