/* wide_exp.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_WIDE_EXP_H
#define SB_SCALAR_COEFFICIENTS_WIDE_EXP_H

#include "scalar/portable.h"

/* (r/2) coth(r/2) in r^2, |r| <= 0.3467: relative error below 2^-104. */
SB_TABLE double half_coth_leading[6][2] = {
    {0x1.0000000000000p+0, 0x0.0p+0},
    {0x1.5555555555555p-4, 0x1.5555555555555p-58},
    {-0x1.6c16c16c16c17p-10, 0x1.f49f49f49f49fp-65},
    {0x1.1566abc011567p-15, -0x1.50ffbaa655100p-69},
    {-0x1.bbd779334ef0bp-21, 0x1.4e65f77088199p-75},
    {0x1.66a8f2bf70ebep-26, -0x1.75a7bb0599f07p-80},
};
SB_TABLE double half_coth_rest[7] = {
    -0x1.22805d644267fp-31, 0x1.d6db2c4e09162p-37, -0x1.7da4e1f79940ep-42, 0x1.355871d5d0adcp-47,
    -0x1.f57d9386f6226p-53, 0x1.967982be14a7ap-58, -0x1.45ffbe6e20b17p-63,
};

#endif
