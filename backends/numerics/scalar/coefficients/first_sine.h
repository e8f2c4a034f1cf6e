/* first_sine.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_FIRST_SINE_H
#define SB_SCALAR_COEFFICIENTS_FIRST_SINE_H

#include "scalar/portable.h"

/* sin(j pi/16), what rounding took, cos(j pi/16), and what rounding took. */
SB_TABLE double first_sine_row[16][4] = {
    {0x0.0p+0, 0x0.0p+0,
     0x1.0000000000000p+0, 0x0.0p+0},
    {0x1.8f8b83c69a60bp-3, -0x1.26d19b9ff8d82p-57,
     0x1.f6297cff75cb0p-1, 0x1.562172a361fd3p-56},
    {0x1.87de2a6aea963p-2, -0x1.72cedd3d5a610p-57,
     0x1.d906bcf328d46p-1, 0x1.457e610231ac2p-56},
    {0x1.1c73b39ae68c8p-1, 0x1.b25dd267f6600p-55,
     0x1.a9b66290ea1a3p-1, 0x1.9f630e8b6dac8p-60},
    {0x1.6a09e667f3bcdp-1, -0x1.bdd3413b26456p-55,
     0x1.6a09e667f3bcdp-1, -0x1.bdd3413b26456p-55},
    {0x1.a9b66290ea1a3p-1, 0x1.9f630e8b6dac8p-60,
     0x1.1c73b39ae68c8p-1, 0x1.b25dd267f6600p-55},
    {0x1.d906bcf328d46p-1, 0x1.457e610231ac2p-56,
     0x1.87de2a6aea963p-2, -0x1.72cedd3d5a610p-57},
    {0x1.f6297cff75cb0p-1, 0x1.562172a361fd3p-56,
     0x1.8f8b83c69a60bp-3, -0x1.26d19b9ff8d82p-57},
    {0x1.0000000000000p+0, 0x0.0p+0,
     0x0.0p+0, 0x0.0p+0},
    {0x1.f6297cff75cb0p-1, 0x1.562172a361fd3p-56,
     -0x1.8f8b83c69a60bp-3, 0x1.26d19b9ff8d82p-57},
    {0x1.d906bcf328d46p-1, 0x1.457e610231ac2p-56,
     -0x1.87de2a6aea963p-2, 0x1.72cedd3d5a610p-57},
    {0x1.a9b66290ea1a3p-1, 0x1.9f630e8b6dac8p-60,
     -0x1.1c73b39ae68c8p-1, -0x1.b25dd267f6600p-55},
    {0x1.6a09e667f3bcdp-1, -0x1.bdd3413b26456p-55,
     -0x1.6a09e667f3bcdp-1, 0x1.bdd3413b26456p-55},
    {0x1.1c73b39ae68c8p-1, 0x1.b25dd267f6600p-55,
     -0x1.a9b66290ea1a3p-1, -0x1.9f630e8b6dac8p-60},
    {0x1.87de2a6aea963p-2, -0x1.72cedd3d5a610p-57,
     -0x1.d906bcf328d46p-1, -0x1.457e610231ac2p-56},
    {0x1.8f8b83c69a60bp-3, -0x1.26d19b9ff8d82p-57,
     -0x1.f6297cff75cb0p-1, -0x1.562172a361fd3p-56},
};

/* (sin r - r) / r^3 in r^2, |r| <= pi/32: relative error below 2^-53.5. */
SB_TABLE double first_sine_cubic[4] = {
    -0x1.5555555555555p-3, 0x1.111111111046fp-7, -0x1.a01a0139b90b4p-13, 0x1.71cda2240d59ep-19,
};

/* (cos r - 1 + r^2/2) / r^4 in r^2, |r| <= pi/32: relative error below 2^-48. */
SB_TABLE double first_cosine_fourth[4] = {
    0x1.5555555555555p-5, -0x1.6c16c16c163abp-10, 0x1.a01a015bd9165p-16, -0x1.27d9eb4dd2f98p-22,
};

#endif
