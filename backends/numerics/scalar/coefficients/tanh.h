/* tanh.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_TANH_H
#define SB_SCALAR_COEFFICIENTS_TANH_H

#include "scalar/portable.h"

/* (tanh(x) - x) / x^3 in x^2, |x| <= 1/4: relative error below 2^-53.5. */
SB_TABLE double tanh_rest[8] = {
    -0x1.5555555555555p-2, 0x1.11111111110a0p-3, -0x1.ba1ba1b9f660bp-5, 0x1.664f485d6d4d4p-6,
    -0x1.226e22fa6f453p-7, 0x1.d6c9f446c47cbp-9, -0x1.7c2ad98792f89p-10, 0x1.17cd5b9306c04p-11,
};

#endif
