/* round_half_even.c - the nearest integer, ties to even, exact (clauses R1, S1, S4). */
#include "scalar/integral.h"

#define OP round_half_even
#define ARITY 1
#include "elementwise/arithmetic_kernel.h"
