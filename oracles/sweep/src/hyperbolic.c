/* hyperbolic.c - hyperbolic functions and their inverses, within 4 ulp in the C library. */
#include "sweep.h"

SWEEP(sinh) { return fabs(x) > 200 ? overflowing(x) : relative(sinh(x)); }

SWEEP(cosh) { return fabs(x) > 200 ? overflowing(1) : relative(cosh(x)); }

/* For |x| > 40 it is 1 less 2^-114; no midpoint is near 1. */
SWEEP(tanh) { return relative(fabs(x) > 40 ? copysign(1, x) : tanh(x)); }

SWEEP(asinh) { return relative(asinh(x)); }

SWEEP(acosh) { return relative(acosh(x)); }

SWEEP(atanh) { return relative(atanh(x)); }
