/* gelu.c - x times the normal distribution function of x, correctly rounded (clauses R1, R2, S1,
 * S4). */
#include "scalar/halved.h"
#define SB_FUNCTION_TIES f64_halved
#include "scalar/gelu.h"
#include "function/enclosed_function.h"
#include "lanes/rows.h"

#define OP gelu
#define TO_ODD gelu_to_odd
#define QUICK gelu_quick
#define ENCLOSED enclosed_gelu
#include "function/one_operand_kernel.h"
