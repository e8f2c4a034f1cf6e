/* engine.h - the filters of both widths as the engine calls them: wide.h with the types written
 * out.
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

typedef struct {
    double attribute;
    int64_t second, near; /* results: operands that the first filter left open; that both did */
} wide_task;

#endif
