/* fma.c - a * b + c, rounded once (clauses R1, R2, S1), with or without a hardware fma. */
#include "elementwise/elementwise.h"
#include "scalar/arithmetic.h"
#include "simd/exact_fma.h"

static inline double f64_fma(double a, double b, double c)
{
    return f64_canonical(f64_exact_fma(a, b, c));
}

#define OP fma
#define ARITY 3
#include "elementwise/arithmetic_kernel.h"
