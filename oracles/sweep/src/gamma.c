/* gamma.c - the gamma function and its logarithm; the C library's are within 10 ulp. */
#include "sweep.h"

/* Near its zeros (1, 2 and pairs beside the negative integers) the error is taken to be absolute,
 * 2^-45, whatever the library claims. Poles and infinities give +inf. */
SWEEP(lgamma)
{
    int sign;
    if (isinf(x))
        return exact(INFINITY);
    double v = lgamma_r(x, &sign);
    return (ball){v, WIDE * fabs(v) + 0x1p-45};
}

/* Below -45 a number of binary32 (spacing 2^-18 or more there) is so far from the next pole n that
 * |Gamma| < 2^18 / 45! < 2^-168; its sign is that of (-1)^floor(x). Negative integers are poles. */
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
