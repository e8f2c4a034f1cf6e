/* lerp_weight_gradient.c - gradient * (end - x) (clauses G1, G9, R4, S1). */
#define OP lerp_weight_gradient
#define OPERANDS 3
#define FORMULA(x, y, z, w, s, t, flag) x *(z - y)
#include "fused/formula_kernel.h"
