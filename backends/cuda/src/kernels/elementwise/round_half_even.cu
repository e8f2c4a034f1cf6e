// round_half_even.cu - the nearest integer, ties to even, exact (clauses R1, S1, S4).
#include "elementwise/elementwise.cuh"
#include "scalar/integral.h"

SB_ARITHMETIC_1(round_half_even)
