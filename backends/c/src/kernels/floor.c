/* floor.c - the largest integer that is not above x, exact (clauses R1, S1, S4). */
#include "scalar/integral.h"

#define OP floor
#define ARITY 1
#include "elementwise/arithmetic_kernel.h"
