/* addcmul_gradient.c - gradient * (other * value) (clauses G1, G9, R4, S1). */
#define OP addcmul_gradient
#define OPERANDS 2
#define NUMBERS {"value", SB_NUMBER, 1.0},
#define FORMULA(x, y, z, w, s, t, flag) x *(y * s)
#include "fused/formula_kernel.h"
