/* sign.c - -1, 1, or the zero itself, exact (clauses R1, S1, S4). */
#include "elementwise/elementwise.h"
#include "scalar/integral.h"

SB_ARITHMETIC_1(sign);
