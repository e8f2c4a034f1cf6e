/* addcdiv_tensor1_gradient.c - gradient * (value / tensor2) (clauses G1, G9, R4, S1). */
#define OP addcdiv_tensor1_gradient
#define OPERANDS 2
#define NUMBERS {"value", SB_NUMBER, 1.0},
#define FORMULA(x, y, z, w, s, t, flag) x *(s / y)
#include "fused/formula_kernel.h"
