/* clip_grad_value.c - gradients between -clip_value and clip_value (clauses G1, G8, R4, S1, S3). */
#define OP clip_grad_value
#define OPERANDS 1
#define NUMBERS {"clip_value", SB_NUMBER, 1.0},
#define FORMULA(x, y, z, w, s, t, flag) REAL(minimum)(REAL(maximum)(x, -s), s)
#include "fused/formula_kernel.h"
