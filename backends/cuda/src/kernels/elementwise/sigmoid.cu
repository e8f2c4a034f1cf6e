// sigmoid.cu - 1 / (1 + exp(-x)), correctly rounded (clauses R1, R2, S1, S4).
#include "lanes/function.cuh"
#include "scalar/sigmoid.h"
#include "lanes/exp.h"

SB_ENCLOSED_FUNCTION_1(sigmoid, enclosed_sigmoid, sigmoid_quick, sigmoid_to_odd)
