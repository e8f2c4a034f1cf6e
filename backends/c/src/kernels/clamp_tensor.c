/* clamp_tensor.c - minimum(maximum(x, least), most) (clauses G1, G9, R4, S1, S3). */
#define OP clamp_tensor
#define OPERANDS 3
#define FORMULA(x, y, z, w, s, t, flag) REAL(minimum)(REAL(maximum)(x, y), z)
#include "fused/formula_kernel.h"
