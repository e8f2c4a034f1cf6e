/* hardtanh.c - minimum(maximum(x, min), max) (clauses G1, G9, R4, S1, S3). */
#define OP hardtanh
#define OPERANDS 1
#define NUMBERS {"min", SB_NUMBER, -1.0}, {"max", SB_NUMBER, 1.0},
#define IN_ORDER
#define FORMULA(x, y, z, w, s, t, flag) REAL(minimum)(REAL(maximum)(x, s), t)
#include "fused/formula_kernel.h"
