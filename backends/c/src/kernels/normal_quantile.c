/* normal_quantile.c - the inverse of the normal distribution function, correctly rounded (clauses R1,
 * R2, S1, S4). */
#define SB_FUNCTION_LOW 0.0
#define SB_FUNCTION_HIGH 1.0
#include "function.h"
#include "scalar/erf_inverse.h"

SB_QUICK_FUNCTION_1(normal_quantile, normal_quantile_quick, normal_quantile_odd);
