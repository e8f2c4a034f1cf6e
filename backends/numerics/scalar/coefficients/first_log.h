/* first_log.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_FIRST_LOG_H
#define SB_SCALAR_COEFFICIENTS_FIRST_LOG_H

#include "scalar/portable.h"

/* A reciprocal of 8 bits, its negative logarithm in multiples of 2^-42, and the rest. */
SB_TABLE double first_log_row[16][4] = {
    {0x1.3000000000000p+0, -0x1.5ff3070a7a000p-3,
     0x1.8586f183bebf2p-44, 0x0.0p+0},
    {0x1.2400000000000p+0, -0x1.0d77e7cd08000p-3,
     -0x1.cb2cd2ee2f482p-44, 0x0.0p+0},
    {0x1.1a00000000000p+0, -0x1.8c345d6318000p-4,
     -0x1.b20f5acb42a66p-44, 0x0.0p+0},
    {0x1.1200000000000p+0, -0x1.16536eea38000p-4,
     0x1.47c5e768fa309p-46, 0x0.0p+0},
    {0x1.0800000000000p+0, -0x1.f829b0e780000p-6,
     -0x1.980267c7e09e4p-45, 0x0.0p+0},
    {0x1.0000000000000p+0, 0x0.0p+0,
     0x0.0p+0, 0x0.0p+0},
    {0x1.e000000000000p-1, 0x1.08598b59e4000p-4,
     -0x1.7e5dd7009902cp-46, 0x0.0p+0},
    {0x1.c800000000000p-1, 0x1.da72763844000p-4,
     0x1.a89401fa71733p-46, 0x0.0p+0},
    {0x1.b000000000000p-1, 0x1.5bf406b544000p-3,
     -0x1.27023eb68981cp-46, 0x0.0p+0},
    {0x1.9800000000000p-1, 0x1.d1037f2656000p-3,
     -0x1.84a7e75b6f6e4p-47, 0x0.0p+0},
    {0x1.8800000000000p-1, 0x1.1178e8227e000p-2,
     0x1.1ef78ce2d07f2p-44, 0x0.0p+0},
    {0x1.7400000000000p-1, 0x1.4718dc271c000p-2,
     0x1.06c18fb4c14c5p-44, 0x0.0p+0},
    {0x1.6400000000000p-1, 0x1.741d876c68000p-2,
     -0x1.13a7b5b11cfa7p-44, 0x0.0p+0},
    {0x1.5400000000000p-1, 0x1.a334402250000p-2,
     -0x1.61cdd40314305p-44, 0x0.0p+0},
    {0x1.4800000000000p-1, 0x1.c7ff9c7455000p-2,
     0x1.324911f56db29p-44, 0x0.0p+0},
    {0x1.3c00000000000p-1, 0x1.ee2a156b41000p-2,
     0x1.f27f45a470251p-45, 0x0.0p+0},
};

/* (log(1 + r) - r + r^2/2) / r^3 for the r of these: relative error below 2^-53.5. */
SB_TABLE double first_log_cubic[10] = {
    0x1.5555555555555p-2, -0x1.0000000000000p-2, 0x1.99999999997ffp-3, -0x1.55555555553d8p-3,
    0x1.2492492764b64p-3, -0x1.000000029ed6dp-3, 0x1.c71c3a1f08c0cp-4, -0x1.999965eafb116p-4,
    0x1.753d0c21adc66p-4, -0x1.56254bc9bb46bp-4,
};

#endif
