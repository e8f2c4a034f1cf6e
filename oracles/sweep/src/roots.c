/* roots.c - powers with a fixed exponent. sqrt and division round correctly, cbrt is within 4 ulp
 * of the exact root. */
#include "sweep.h"

SWEEP(sqrt) { return relative(sqrt(x)); }

/* Two roundings: 2 u. rsqrt(-0) is 1 / -0 = -inf. */
SWEEP(rsqrt) { return relative(1 / sqrt(x)); }

SWEEP(cbrt) { return relative(cbrt(x)); }

SWEEP(reciprocal) { return x == 0 || isinf(x) ? exact(1 / x) : quotient(1, x); }

/* 24 bits squared are 48: exact. */
SWEEP(square) { return exact(x * x); }
