// trunc.cu - x rounded toward zero to an integer, exact (clauses R1, S1, S4).
#include "elementwise/elementwise.cuh"
#include "scalar/integral.h"

SB_ARITHMETIC_1(trunc)
