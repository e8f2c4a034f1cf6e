/* threshold.c - value where x <= threshold, else x (clauses G1, G9, R4, S1, S3). */
#define OP threshold
#define OPERANDS 1
#define NUMBERS {"threshold", SB_NUMBER, 0.0}, {"value", SB_NUMBER, 0.0},
#define FORMULA(x, y, z, w, s, t, flag) (x <= s ? t : x)
#include "fused/formula_kernel.h"
