/* polynomial.h - polynomials with fixed coefficients, unrolled so that a loop over the argument can
 * be vectorised. `count` is a constant, and the lowest power comes first. The order of the
 * operations is part of the result (clause R3).
 */
#ifndef SB_SCALAR_POLYNOMIAL_H
#define SB_SCALAR_POLYNOMIAL_H

#include "scalar/portable.h"

#if defined(__clang__) || defined(__CUDACC__)
#define SB_UNROLL _Pragma("unroll")
#else
#define SB_UNROLL _Pragma("GCC unroll 64")
#endif

/* Return the value of the polynomial by Horner's scheme. */
SB_FN double polynomial(const double *c, int count, double x)
{
    double p = c[count - 1];
    SB_UNROLL
    for (int i = count - 2; i >= 0; i--) p = f64_mad(p, x, c[i]);
    return p;
}

/* Return the value of the polynomial by four interleaved schemes in x^4. For long polynomials the
 * latency is a quarter. */
SB_FN double long_polynomial(const double *c, int count, double x)
{
    double square = x * x, fourth = square * square;
    double part[4] = {c[count - 1], c[count - 2], c[count - 3], c[count - 4]};
    SB_UNROLL
    for (int i = count - 5; i >= 0; i--) {
        const int k = (count - 1 - i) & 3;
        part[k] = f64_mad(part[k], fourth, c[i]);
    }
    /* c[0] is in part[(count - 1) & 3], c[1] in the previous part, and so on. */
    double low = f64_mad(part[(count - 2) & 3], x, part[(count - 1) & 3]);
    double high = f64_mad(part[(count - 4) & 3], x, part[(count - 3) & 3]);
    return f64_mad(high, square, low);
}

#endif
