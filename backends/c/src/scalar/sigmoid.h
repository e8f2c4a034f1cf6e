/* sigmoid.h - sigmoid(x) = 1 / (1 + e^-x) and silu(x) = x sigmoid(x), rounded to odd.
 *
 * Method: for |x| < 1/4, 1/2 + x/4 + x^3 P(x^2) with the first two terms exact: near 0 the results
 * stand within 2^-76.6 of midpoints, and only the sign of the cubic term decides. Elsewhere
 * N / (1 + E) with E = e^-|x| and N = 1 or E, in pairs. silu multiplies by x, exact; near 0 it is
 * x/2 + x^2/4, so that odd subnormals are ties broken upwards by lo.
 * Error: relative 2^-58; near 0 relative 2^-52 of the cubic term.
 */
#ifndef SB_SCALAR_SIGMOID_H
#define SB_SCALAR_SIGMOID_H

#include "scalar/coefficients/sigmoid.h"
#include "scalar/exp.h"

/* sigmoid, for |x| < 1/4. */
SB_FN f64_pair sigmoid_near_zero(double x)
{
    const double *c = sigmoid_rest;
    double w = x * x, p = c[5];
    p = f64_mad(p, w, c[4]);
    p = f64_mad(p, w, c[3]);
    p = f64_mad(p, w, c[2]);
    p = f64_mad(p, w, c[1]);
    p = f64_mad(p, w, c[0]);
    f64_pair line = pair_fast_two_sum(0.5, 0.25 * x);
    return pair_fast_two_sum(line.hi, line.lo + (w * x) * p);
}

/* sigmoid; below -110 the value at -110, above 110 that at 110. */
SB_FN f64_pair sigmoid_pair(double x)
{
    double size = f64_abs(x);
    f64_pair near = sigmoid_near_zero(size < 0.25 ? x : 0.0);
    f64_pair e = exp_pair(-(size < 110.0 ? size : 110.0));
    f64_pair d = pair_fast_two_sum(1.0, e.hi);
    d.lo += e.lo;
    f64_pair n;
    n.hi = x < 0.0 ? e.hi : 1.0;
    n.lo = x < 0.0 ? e.lo : 0.0;
    f64_pair y = pair_quotient(n, d);
    y.hi = size < 0.25 ? near.hi : y.hi;
    y.lo = size < 0.25 ? near.lo : y.lo;
    return y;
}

SB_FN double sigmoid_odd(double x)
{
    double y = pair_round_odd(sigmoid_pair(x));
    return x != x ? x : y;
}

SB_FN double silu_odd(double x)
{
    double z = x < -200.0 ? -200.0 : x; /* beyond, |x| e^-110 rounds to -0 in every format */
    f64_pair s = sigmoid_pair(z), p = pair_two_product(z, s.hi);
    double y = pair_round_odd(pair_fast_two_sum(p.hi, f64_mad(z, s.lo, p.lo)));
    const double infinity = f64_from_bits(UINT64_C(0x7ff0000000000000));
    return x == 0.0 || x == infinity || x != x ? x : y;
}

#endif
