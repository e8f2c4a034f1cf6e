/* lerp_tensor_gradient.c - gradient * (1 - weight) (clauses G1, G9, R4, S1). */
#define OP lerp_tensor_gradient
#define OPERANDS 2
#define FORMULA(x, y, z, w, s, t, flag) x *((real)1 - y)
#include "fused/formula_kernel.h"
