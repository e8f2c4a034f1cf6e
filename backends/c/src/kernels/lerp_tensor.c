/* lerp_tensor.c - x + weight * (end - x), or the equivalent computed from the end (clauses G1, G9,
 * R4, S1, S3). */
#define OP lerp_tensor
#define OPERANDS 3
#define FORMULA(x, y, z, w, s, t, flag)                                                            \
    (z < (real)0.5 && z > (real) - 0.5 ? x + z * (y - x) : y - (y - x) * ((real)1 - z))
#include "fused/formula_kernel.h"
