/* log_cosh.c - the logarithm of cosh in ball arithmetic; ../log_cosh.c describes both formulas. */
#include "wide/wide.h"

#define LOG_2 C(0.69314718055994530941723212145817656807550013436025525)

WIDE(log_cosh)
{
    const wide m = size(x);
    if (m < 1) {
        const wide e = F(expm1)(m);
        return near(F(log1p)(e * (e / (1 + e)) / 2), 2 * FEW);
    }
    return sum(m + F(log1p)(F(exp)(-2 * m)), -LOG_2, FEW);
}
