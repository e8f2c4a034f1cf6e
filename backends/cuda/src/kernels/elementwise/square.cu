// square.cu - x * x, rounded once (clauses R1, R2, S1).
#include "elementwise/elementwise.cuh"
#include "scalar/integer_powers.h"

SB_ARITHMETIC_1(square)
