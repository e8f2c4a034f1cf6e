/* floor.c - the next integer below, exact (clauses R1, S1, S4). */
#include "elementwise/elementwise.h"
#include "scalar/integral.h"

SB_ARITHMETIC_1(floor);
