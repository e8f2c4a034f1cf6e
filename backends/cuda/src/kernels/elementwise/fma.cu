// fma.cu - a * b + c, rounded once (clauses R1, R2, S1).
#include "elementwise/elementwise.cuh"
#include "scalar/arithmetic.h"

SB_FN double f64_fma(double a, double b, double c) { return f64_canonical(SB_FMA(a, b, c)); }

SB_ELEMENTWISE_3(fma, SB_NAMED(fma)(x, z, w))
