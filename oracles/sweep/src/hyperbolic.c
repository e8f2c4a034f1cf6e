/* hyperbolic.c - hyperbolic functions and their inverses. The functions of the C library are within
 * 4 ulp. */
#include "sweep.h"

SWEEP(sinh) { return fabs(x) > 200 ? overflowing(x) : relative(sinh(x)); }

SWEEP(cosh) { return fabs(x) > 200 ? overflowing(1) : relative(cosh(x)); }

/* For |x| > 40 the magnitude is above 1 - 2^-114. No midpoint is near 1. */
SWEEP(tanh) { return relative(fabs(x) > 40 ? copysign(1, x) : tanh(x)); }

SWEEP(asinh) { return relative(asinh(x)); }

SWEEP(acosh) { return relative(acosh(x)); }

SWEEP(atanh) { return relative(atanh(x)); }
