/* sigmoid.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_SIGMOID_H
#define SB_SCALAR_COEFFICIENTS_SIGMOID_H

#include "scalar/portable.h"

/* (sigmoid(x) - 1/2 - x/4) / x^3 in x^2, |x| <= 1/4: relative error below 2^-53.5. */
SB_TABLE double sigmoid_rest[6] = {
    -0x1.5555555555555p-6, 0x1.1111111110a7cp-9, -0x1.ba1ba1b54e397p-13, 0x1.664f3e418c74ap-16,
    -0x1.22644d5cb6df3p-19, 0x1.cdfceabb13934p-23,
};

#endif
