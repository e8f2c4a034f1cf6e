/* clamp_most_gradient.c - gradient where x > most or most < least, else +0 (clauses G1, G9, R4, S1,
 * S3). */
#define OP clamp_most_gradient
#define OPERANDS 4
#define FORMULA(x, y, z, w, s, t, flag) (y > w || w < z ? x : (real)0)
#include "fused/formula_kernel.h"
