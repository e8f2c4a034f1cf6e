/* hardtanh_gradient.c - gradient where min < x < max, else +0 (clauses G1, G9, R4, S1, S3). */
#define OP hardtanh_gradient
#define OPERANDS 2
#define NUMBERS {"min", SB_NUMBER, -1.0}, {"max", SB_NUMBER, 1.0},
#define IN_ORDER
#define FORMULA(x, y, z, w, s, t, flag) (y > s && y < t ? x : (real)0)
#include "fused/formula_kernel.h"
