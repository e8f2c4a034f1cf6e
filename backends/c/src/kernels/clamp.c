/* clamp.c - minimum(maximum(x, min), max) (clauses G1, G9, R4, S1, S3). */
#define OP clamp
#define OPERANDS 1
#define NUMBERS {"min", SB_NUMBER, -__builtin_inf()}, {"max", SB_NUMBER, __builtin_inf()},
#define FORMULA(x, y, z, w, s, t, flag) REAL(minimum)(REAL(maximum)(x, s), t)
#include "fused/formula_kernel.h"
