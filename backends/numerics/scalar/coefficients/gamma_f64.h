/* gamma_f64.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_GAMMA_F64_H
#define SB_SCALAR_COEFFICIENTS_GAMMA_F64_H

#include "scalar/portable.h"

/* Stirling's remainder times x in 1/x^2, x >= 8.5: relative error below 2^-85. */
SB_TABLE double stirling_f64_leading[4][2] = {
    {0x1.5555555555555p-4, 0x1.5555555555555p-58},
    {-0x1.6c16c16c16c17p-9, 0x1.f49f49f49f49fp-64},
    {0x1.a01a01a01a01ap-11, 0x1.a01a01a01a01ap-71},
    {-0x1.3813813813814p-11, 0x1.fb1fb1fb1fb20p-65},
};
SB_TABLE double stirling_f64_rest[11] = {
    0x1.b951e2b18ff23p-11, -0x1.f6ab0d9993ac2p-10, 0x1.a41a41a3cbac7p-8, -0x1.e4286c5978dc6p-6,
    0x1.6fe94a5f0f40fp-3, -0x1.64723038d1315p+0, 0x1.ac702a637e131p+3, -0x1.35a3461eace18p+7,
    0x1.f3ef4d733a8f5p+10, -0x1.747afaf7cc6eep+14, 0x1.526776d56d742p+17,
};

#endif
