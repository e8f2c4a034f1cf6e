/* cbrt.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_CBRT_H
#define SB_SCALAR_COEFFICIENTS_CBRT_H

#include "scalar/portable.h"

/* m^(-1/3) for 1 <= m <= 2: relative error below 2^-17. */
SB_TABLE double cbrt_seed[6] = {
    0x1.c713e2847cbe6p+0, -0x1.8dd4bd7d34771p+0, 0x1.3a267a3d49ad4p+0, -0x1.2c4b958d54c08p-1,
    0x1.37ce9e9ed0a1dp-3, -0x1.0e87006cbe6bbp-6,
};

/* Of the root, for an exponent of 1. */
#define CBRT_EXPONENT 0x1.5555555555555p-2

/* 2^(-r/3) for r = 0, 1, 2 is 1 + r times this. */
#define CBRT_SCALE_1 -0x1.d2150c92f7332p-3

/* and r^2 times this. */
#define CBRT_SCALE_2 0x1.5ca5af129611ep-6

/* (1 - e)^(-2/3) is 1 + e times this. */
#define CBRT_E 0x1.5555555555555p-1

/* and e^2 times this. */
#define CBRT_E2 0x1.1c71c71c71c72p-1

/* cbrt(1 + u) is 1 + u/3 - u^2 times this. */
#define CBRT_U2 0x1.c71c71c71c71cp-4

/* and u^3 times this. */
#define CBRT_U3 0x1.f9add3c0ca458p-5

#endif
