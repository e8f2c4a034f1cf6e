/* ceil.c - the next integer above, exact (clauses R1, S1, S4). */
#include "scalar/integral.h"

#define OP ceil
#define ARITY 1
#include "elementwise/arithmetic_kernel.h"
