/* mul.c - multiplication, rounded once (clauses R1, R2, S1). */
#include "elementwise/elementwise.h"
#include "scalar/arithmetic.h"

SB_ARITHMETIC_2(mul);
