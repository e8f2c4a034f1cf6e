// div.cu - division, rounded once (clauses R1, R2, S1).
#include "elementwise/elementwise.cuh"
#include "scalar/arithmetic.h"

SB_ARITHMETIC_2(div)
