/* add_scalar.c - x + value (clauses G1, G9, R4, S1). */
#define OP add_scalar
#define OPERANDS 1
#define NUMBERS {"value", SB_NUMBER, 1.0},
#define FORMULA(x, y, z, w, s, t, flag) x + s
#include "fused/formula_kernel.h"
