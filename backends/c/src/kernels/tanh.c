/* tanh.c - the hyperbolic tangent, correctly rounded (clauses R1, R2, S1, S4). */
#include "scalar/tanh.h"
#include "function/enclosed_function.h"
#include "lanes/rows.h"

#define OP tanh
#define TO_ODD tanh_to_odd
#define QUICK tanh_quick
#define ENCLOSED enclosed_tanh
#include "function/one_operand_kernel.h"
