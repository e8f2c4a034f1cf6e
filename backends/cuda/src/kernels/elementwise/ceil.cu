// ceil.cu - the smallest integer that is not below x, exact (clauses R1, S1, S4).
#include "elementwise/elementwise.cuh"
#include "scalar/integral.h"

SB_ARITHMETIC_1(ceil)
