// leaky_relu.cu - x or slope x (clauses R1, R2, R4, S1, S4). The product of two binary32 numbers is
// exact in binary64, so that every operand is decided at once.
#include "elementwise/function.cuh"
#include "scalar/piecewise.h"

SB_RULE_1(leaky_relu, (y = sb_rounding::last(leaky_relu_to_odd(x, parameter)), true),
          leaky_relu_to_odd(x, parameter))
