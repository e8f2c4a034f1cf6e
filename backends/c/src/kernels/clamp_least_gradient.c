/* clamp_least_gradient.c - gradient where x < least < most, else +0 (clauses G1, G9, R4, S1, S3).
 */
#define OP clamp_least_gradient
#define OPERANDS 4
#define FORMULA(x, y, z, w, s, t, flag) (y < z && z < w ? x : (real)0)
#include "fused/formula_kernel.h"
