/* engine.h - the filters as the engine calls them: wide.h and narrow.h with the types written out.
 *
 * SWEEP_BINARY128 is defined where the compiler and the C library have _Float128.
 */
#ifndef SWEEP_WIDE_ENGINE_H
#define SWEEP_WIDE_ENGINE_H

#include <math.h>
#include <stdint.h>

typedef void wide64_function(double x, double y, double a, long double *v, long double *r);
#ifdef SWEEP_BINARY128
typedef void wide113_function(double x, double y, double a, _Float128 *v, _Float128 *r);
#endif

/* Many operands at once, and one ball for tests: see narrow/narrow.h. */
typedef void narrow_function(int64_t n, const double *x, const double *y, double a, double *value,
                             uint64_t *open);
typedef void narrow_ball(double x, double y, double a, double *of);

typedef struct {
    double attribute;
    /* Results: operands that come to the filter of 64 bits, to that of 113, and to the oracle. */
    int64_t first, second, near;
} wide_task;

#endif
