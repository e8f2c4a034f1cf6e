/* ceil.c - the smallest integer that is not below x, exact (clauses R1, S1, S4). */
#include "scalar/integral.h"

#define OP ceil
#define ARITY 1
#include "elementwise/arithmetic_kernel.h"
