/* log.c - logarithms. The logarithms of the C library are within 3 ulp, also near their zero at 1,
 * because the library computes them from the exact x - 1 there. Results for domain errors, log(+-0)
 * and log(1) come from the library. */
#include "sweep.h"

SWEEP(log) { return relative(log(x)); }

SWEEP(log2) { return relative(log2(x)); }

SWEEP(log10) { return relative(log10(x)); }

SWEEP(log1p) { return relative(log1p(x)); }

/* The operand is a word (clause D2). The middle of its interval in 0 .. 1 is exact. */
SWEEP(exponential_from_bits) { return relative(-log((x + 0.5) * 0x1p-32)); }
