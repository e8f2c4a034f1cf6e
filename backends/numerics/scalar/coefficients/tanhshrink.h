/* tanhshrink.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_TANHSHRINK_H
#define SB_SCALAR_COEFFICIENTS_TANHSHRINK_H

#include "scalar/portable.h"

/* (x - tanh(x) - x^3/3) / x^5 in x^2, |x| <= 1/32: relative error below 2^-53. */
SB_TABLE double tanhshrink_rest[5] = {
    -0x1.1111111111111p-3, 0x1.ba1ba1ba1ba09p-5, -0x1.664f48827697ap-6, 0x1.226e2eda2b992p-7,
    -0x1.d65ca1722908ap-9,
};

#endif
