/* sign.c - the sign: -1 or 1, or the zero itself; exact (clauses R1, S1, S4). */
#include "scalar/integral.h"

#define OP sign
#define ARITY 1
#include "elementwise/arithmetic_kernel.h"
