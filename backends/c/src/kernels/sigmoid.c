/* sigmoid.c - 1 / (1 + exp(-x)), correctly rounded (clauses R1, R2, S1, S4). */
#include "function.h"
#include "scalar/sigmoid.h"

SB_FUNCTION_1(sigmoid, sigmoid_odd);
