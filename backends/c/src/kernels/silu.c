/* silu.c - x / (1 + exp(-x)), correctly rounded (clauses R1, R2, S1, S4). */
#include "scalar/halved.h"
#define SB_FUNCTION_TIES f64_halved
#include "scalar/sigmoid.h"
#include "lanes/exp.h"
#include "function/enclosed_function.h"

SB_ENCLOSED_FUNCTION_1(silu, enclosed_silu, silu_quick, silu_to_odd);
