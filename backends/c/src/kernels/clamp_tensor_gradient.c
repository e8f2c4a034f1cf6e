/* clamp_tensor_gradient.c - gradient where least <= x <= most, else +0 (clauses G1, G9, R4, S1,
 * S3). */
#define OP clamp_tensor_gradient
#define OPERANDS 4
#define FORMULA(x, y, z, w, s, t, flag) (y >= z && y <= w ? x : (real)0)
#include "fused/formula_kernel.h"
