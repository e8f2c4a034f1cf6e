/* log.c - logarithms, within 3 ulp in the C library, also near 1, where they have a zero: log and
 * its kin are computed from the exact x - 1 there. Domain errors, log(+-0) and log(1) are the
 * library's own. */
#include "sweep.h"

SWEEP(log) { return relative(log(x)); }

SWEEP(log2) { return relative(log2(x)); }

SWEEP(log10) { return relative(log10(x)); }

SWEEP(log1p) { return relative(log1p(x)); }

/* Of a word (clause D2): the middle of its share of 0 .. 1 is exact. */
SWEEP(exponential_from_bits) { return relative(-log((x + 0.5) * 0x1p-32)); }
