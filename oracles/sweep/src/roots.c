/* roots.c - powers with a fixed exponent. sqrt and division round correctly, cbrt is within 4 ulp
 * of the exact root. */
#include "sweep.h"

SWEEP(sqrt) { return relative(sqrt(x)); }

/* Two roundings cause a relative error of 2 u. rsqrt(-0) is 1 / -0 = -inf. */
SWEEP(rsqrt) { return relative(1 / sqrt(x)); }

SWEEP(cbrt) { return relative(cbrt(x)); }

SWEEP(reciprocal) { return x == 0 || isinf(x) ? exact(1 / x) : quotient(1, x); }

/* The square of a number of 24 bits is exact. */
SWEEP(square) { return exact(x * x); }
