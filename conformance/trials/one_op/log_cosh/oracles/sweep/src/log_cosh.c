/* log_cosh.c - the logarithm of cosh, within a few ulp.
 *
 * cosh m - 1 = (e^m - 1) (1 - e^-m) / 2 and its log1p are accurate. For m >= 8 the second term is
 * less than a tenth of the first. Below 2^-26 the result is x^2/2 - x^4/12: x^2/2 is exact in
 * binary64, and x^4/12 is below one ulp of the result.
 */
#include "sweep.h"

SWEEP(log_cosh)
{
    double m = fabs(x);
    if (isinf(m))
        return exact(INFINITY);
    if (m < 0x1p-26)
        return beside(0.5 * m * m, 0);
    if (m < 8)
        return relative(log1p(-0.5 * expm1(m) * expm1(-m)));
    return relative(m + log1p(0.5 * expm1(-2 * m)));
}
