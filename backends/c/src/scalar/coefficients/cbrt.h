/* cbrt.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_CBRT_H
#define SB_SCALAR_COEFFICIENTS_CBRT_H

#include "scalar/portable.h"

/* m^(-1/3) for 1 <= m <= 2: relative error below 2^-17. */
SB_TABLE double cbrt_seed[6] = {
    0x1.c713e2847cbe6p+0, -0x1.8dd4bd7d34771p+0, 0x1.3a267a3d49ad4p+0, -0x1.2c4b958d54c08p-1,
    0x1.37ce9e9ed0a1dp-3, -0x1.0e87006cbe6bbp-6,
};

#endif
