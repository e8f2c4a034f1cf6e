/* threshold_gradient.c - +0 where x <= threshold, else gradient (clauses G1, G9, R4, S1, S3). */
#define OP threshold_gradient
#define OPERANDS 2
#define NUMBERS {"threshold", SB_NUMBER, 0.0},
#define FORMULA(x, y, z, w, s, t, flag) (y <= s ? (real)0 : x)
#include "fused/formula_kernel.h"
