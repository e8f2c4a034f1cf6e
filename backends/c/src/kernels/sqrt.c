/* sqrt.c - square root, rounded once (clauses R1, R2, S1). */
#include "scalar/arithmetic.h"

#define OP sqrt
#define ARITY 1
#include "elementwise/arithmetic_kernel.h"
