/* sub.c - subtraction, rounded once (clauses R1, R2, S1). */
#include "scalar/arithmetic.h"

#define OP sub
#define ARITY 2
#define INTEGERS
#include "elementwise/arithmetic_kernel.h"
