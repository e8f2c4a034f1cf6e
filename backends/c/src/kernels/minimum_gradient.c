/* minimum_gradient.c - +0 where x > other, gradient / 2 where x = other, else gradient (clauses G1,
 * G9, R4, S1, S3). */
#define OP minimum_gradient
#define OPERANDS 3
#define FORMULA(x, y, z, w, s, t, flag) (y > z ? (real)0 : y == z ? x * (real)0.5 : x)
#include "fused/formula_kernel.h"
