/* addcdiv.c - x + (value * tensor1) / tensor2, with each operation rounded (clauses G1, G9, R4,
 * S1). */
#define OP addcdiv
#define OPERANDS 3
#define NUMBERS {"value", SB_NUMBER, 1.0},
#define FORMULA(x, y, z, w, s, t, flag) x + (s * y) / z
#include "fused/formula_kernel.h"
