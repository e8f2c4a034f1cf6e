/* remainder.c - x - y floor(x/y), rounded once, with the sign of y (clauses R2, S1, S4). */
#include "elementwise/remainder_loops.h"

SB_REMAINDER_KERNEL(remainder, f64_remainder_of, remainder_odd_of);
