/* cos.c - the cosine, correctly rounded (clauses R1, R2, S1, S4). */
#include "function/one_operand.h"
#include "scalar/sine.h"

#define OP cos
#define TO_ODD cos_to_odd
#define QUICK cos_quick
#define FAR cos_far
#include "function/one_operand_kernel.h"
