/* addcdiv_tensor2_gradient.c - -gradient * ((value * tensor1) / (tensor2 * tensor2)) (clauses G1,
 * G9, R4, S1). */
#define OP addcdiv_tensor2_gradient
#define OPERANDS 3
#define NUMBERS {"value", SB_NUMBER, 1.0},
#define FORMULA(x, y, z, w, s, t, flag) -x *((s * y) / (z * z))
#include "fused/formula_kernel.h"
