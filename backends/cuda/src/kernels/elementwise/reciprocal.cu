// reciprocal.cu - 1 / x, rounded once (clauses R1, R2, S1); 1 / +-0 = +-infinity.
#include "elementwise/elementwise.cuh"
#include "scalar/integer_powers.h"

SB_ARITHMETIC_1(reciprocal)
