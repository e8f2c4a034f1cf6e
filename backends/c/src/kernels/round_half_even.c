/* round_half_even.c - the nearest integer, ties to even, exact (clauses R1, S1, S4). */
#include "elementwise/elementwise.h"
#include "scalar/integral.h"

SB_ARITHMETIC_1(round_half_even);
