/* exp.c - exponentials. The C library's exp, exp2, expm1 and pow are within 2 ulp. Beyond |x| = 200
 * (exp10: 100) the result is above every format, or rounds to 0 in every format. */
#include "sweep.h"

SWEEP(exp)
{
    if (fabs(x) > 200)
        return x > 0 ? overflowing(1) : vanishing(1);
    return relative(exp(x));
}

/* The result 2^-150 is an exact tie of binary32. So it is undecided here, and `known` of the oracle
 * decides it. */
SWEEP(exp2)
{
    if (fabs(x) > 200)
        return x > 0 ? overflowing(1) : vanishing(1);
    return relative(exp2(x));
}

SWEEP(exp10)
{
    if (fabs(x) > 100)
        return x > 0 ? overflowing(1) : vanishing(1);
    return relative(pow(10, x));
}

/* For x < -200 the value is -1 plus a term below 2^-288. No midpoint is near -1. */
SWEEP(expm1)
{
    if (x > 200)
        return overflowing(1);
    return relative(x < -200 ? -1 : expm1(x));
}
