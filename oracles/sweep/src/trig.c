/* trig.c - circular functions and their inverses. The functions of the C library are within 2 ulp
 * for every argument, including large ones, for which the library uses pi to many bits. */
#include "sweep.h"

static const double PI = 0x1.921fb54442d18p+1;

SWEEP(sin) { return relative(sin(x)); }

SWEEP(cos) { return relative(cos(x)); }

SWEEP(tan) { return relative(tan(x)); }

SWEEP(asin) { return relative(asin(x)); }

SWEEP(acos) { return relative(acos(x)); }

SWEEP(atan) { return relative(atan(x)); }

/* The argument is reduced to t in [0, 1/2] by exact operations: fmod, and differences of numbers
 * within a factor of two. The relative error of the product PI * t is at most 2 u, and the
 * condition number t cot t of sin is at most 1. Integers give a zero with the sign of x (IEEE
 * 754-2019, 9.2.1). */
SWEEP(sinpi)
{
    double t = fmod(fabs(x), 2), sign = x;
    if (t >= 1) {
        t -= 1;
        sign = -x;
    }
    if (t == 0)
        return exact(copysign(0, x));
    if (t > 0.5)
        t = 1 - t;
    return t == 0.5 ? exact(copysign(1, sign)) : relative(copysign(1, sign) * sin(PI * t));
}

/* The argument is reduced as in sinpi. For t < 1/4 the result is cos(PI t), whose condition number
 * is below 1 there. For other t it is sin(PI (1/2 - t)), where 1/2 - t is exact. Half-integers give
 * +0. */
SWEEP(cospi)
{
    double t = fmod(fabs(x), 2), sign = 1;
    if (t > 1)
        t = 2 - t;
    if (t > 0.5) {
        t = 1 - t;
        sign = -1;
    }
    if (t == 0.5)
        return exact(0);
    if (t == 0)
        return exact(sign);
    return relative(sign * (t < 0.25 ? cos(PI * t) : sin(PI * (0.5 - t))));
}
