/* add_scaled.c - x + alpha * other, with the product rounded first (clauses G1, G9, R4, S1). */
#define OP add_scaled
#define OPERANDS 2
#define NUMBERS {"alpha", SB_NUMBER, 1.0},
#define FORMULA(x, y, z, w, s, t, flag) x + y *s
#include "fused/formula_kernel.h"
