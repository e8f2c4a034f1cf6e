/* about_zero.h - in binary64, a derivative near its zero z: d P(d), where d = x - z.
 *
 * z is a double-double, so no bits are lost to cancellation. Relative error: 2^-46 (P) and 2^-50
 * (roundings). Coefficients: coefficients/families/zeros.py.
 */
#ifndef SB_SCALAR_ABOUT_ZERO_H
#define SB_SCALAR_ABOUT_ZERO_H

#include "scalar/coefficients/zeros.h"
#include "scalar/polynomial.h"

/* Return the polynomial c about the zero z[0] + z[1] for |x - z| < 1/16, and y elsewhere. */
SB_FN double about_zero(double x, const double *z, const double *c, double y)
{
    double d = (x - z[0]) - z[1], near = d * polynomial(c, 9, d);
    return f64_abs(d) < 0.0625 ? near : y;
}

#endif
