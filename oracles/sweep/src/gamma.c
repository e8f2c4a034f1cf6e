/* gamma.c - the gamma function and its logarithm. The functions of the C library are within 10 ulp.
 */
#include "sweep.h"

/* Near the zeros (1, 2, and pairs near the negative integers) an absolute error of 2^-45 is
 * assumed, even if the library documents less. Poles and infinities give +inf. */
SWEEP(lgamma)
{
    int sign;
    if (isinf(x))
        return exact(INFINITY);
    double v = lgamma_r(x, &sign);
    return (ball){v, WIDE * fabs(v) + 0x1p-45};
}

/* Below -45 the spacing of binary32 is at least 2^-18. So the distance of x from the nearest pole
 * is at least 2^-18, and |Gamma| < 2^18 / 45! < 2^-168. The sign is (-1)^floor(x). Negative
 * integers are poles. */
SWEEP(tgamma)
{
    if (x > 171)
        return overflowing(1);
    if (x < -45)
        return x == floor(x) ? exact(NAN) : vanishing(fmod(floor(x), 2) == 0 ? 1 : -1);
    if (x < 0 && x == floor(x))
        return exact(NAN);
    return relative(tgamma(x));
}
