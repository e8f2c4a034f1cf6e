/* remainder.c - x - y floor(x/y), rounded once, with the sign of y (clauses R2, S1, S4). */
#include "scalar/remainder.h"

#define OP remainder
#define FINISH_F64 f64_remainder_of
#define FINISH_ODD remainder_odd_of
#include "elementwise/remainder_kernel.h"
