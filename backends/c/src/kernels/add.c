/* add.c - addition, rounded once (clauses R1, R2, S1). */
#include "scalar/arithmetic.h"

#define OP add
#define ARITY 2
#define INTEGERS
#include "elementwise/arithmetic_kernel.h"
