/* reciprocal.c - 1 / x, rounded once; see scalar/integer_powers.h (clauses R1, R2, S1). */
#include "remembered.h"
#include "scalar/integer_powers.h"

SB_SHORTER_ARITHMETIC_1(reciprocal);
