// floor.cu - the largest integer that is not above x, exact (clauses R1, S1, S4).
#include "elementwise/elementwise.cuh"
#include "scalar/integral.h"

SB_ARITHMETIC_1(floor)
