/* trunc.c - the integer part of x, exact (clauses R1, S1, S4). */
#include "scalar/integral.h"

#define OP trunc
#define ARITY 1
#include "elementwise/arithmetic_kernel.h"
