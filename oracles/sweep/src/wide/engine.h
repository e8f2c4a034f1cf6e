/* engine.h - the types of the filters for the engine. They equal the types in wide.h and narrow.h,
 * but do not depend on SWEEP_WIDE.
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

/* A filter for many operands, and a function that returns one ball: see narrow/narrow.h. */
typedef void narrow_function(int64_t n, const double *x, const double *y, double a, double *value,
                             uint64_t *open);
typedef void narrow_ball(double x, double y, double a, double *of);

typedef struct {
    double attribute;
    /* Results: the counts of operands that reach the filter of 64 bits, the filter of 113 bits, and
     * the oracle. */
    int64_t first, second, near;
} wide_task;

#endif
