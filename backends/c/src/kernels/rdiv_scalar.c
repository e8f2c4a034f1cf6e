/* rdiv_scalar.c - value / x, a true division (clauses G1, G9, R4, S1). */
#define OP rdiv_scalar
#define OPERANDS 1
#define NUMBERS {"value", SB_NUMBER, 1.0},
#define FORMULA(x, y, z, w, s, t, flag) s / x
#include "fused/formula_kernel.h"
