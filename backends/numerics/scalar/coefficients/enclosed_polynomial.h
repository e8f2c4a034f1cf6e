/* enclosed_polynomial.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_ENCLOSED_POLYNOMIAL_H
#define SB_SCALAR_COEFFICIENTS_ENCLOSED_POLYNOMIAL_H

#include "scalar/portable.h"

#define ENCLOSED_POLYNOMIAL_LAST 0x1.f800000000000p+1f
#define ENCLOSED_POLYNOMIAL_MIDDLE 0x1.f020000000000p+2

/* erf(x) / x in x^2 less 0x1.f020000000000p+2: error below 2^-35.3. */
SB_TABLE double enclosed_polynomial_erf[20] = {
    -0x1.696b193ff36e8p-72, 0x1.ebf0f812239bbp-68, -0x1.b6014e83170d4p-65, 0x1.cb6ec01dcd9f3p-61,
    -0x1.abf30f77e6ac8p-56, 0x1.cce869942e8b1p-52, -0x1.9fbcd2c554af2p-48, 0x1.8398d52e491e1p-44,
    -0x1.5c79bf45dae35p-40, 0x1.21503a27830a2p-36, -0x1.c10c9b170591fp-33, 0x1.479208c5831dbp-29,
    -0x1.c0e7ea27456b3p-26, 0x1.21e03a74bf975p-22, -0x1.63bd9a7184c12p-19, 0x1.a4b091a69650ep-16,
    -0x1.ea1a6f61540ddp-13, 0x1.234d721d52bdcp-9, -0x1.7b0283fedb35cp-6, 0x1.6fc14a0960d5ap-2,
};

/* erf(x) / x in x^2 less 0x1.f020000000000p+2: error below 2^-24. */
SB_TABLE double enclosed_polynomial_erf_nearly[16] = {
    -0x1.9b62b054c2e1dp-55, 0x1.d30e70cb47d30p-51, -0x1.e2ee942c12501p-49, 0x1.5dc1e179c3c20p-45,
    -0x1.815e6d2be2ecep-40, 0x1.4eaa898e5929ap-36, -0x1.b8a53457c3916p-33, 0x1.3d33b1d09ced8p-29,
    -0x1.c1ee4d0eead80p-26, 0x1.2324a12e1c133p-22, -0x1.63ae04b1d4aa8p-19, 0x1.a489fc1d5c97bp-16,
    -0x1.ea1b22e77de26p-13, 0x1.234e507c7ca80p-9, -0x1.7b028356034d2p-6, 0x1.6fc149383187dp-2,
};

/* (Phi(x) - 1/2) / x in x^2 less 0x1.f020000000000p+2: error below 2^-39. */
SB_TABLE double enclosed_polynomial_gelu[16] = {
    -0x1.719bf5fddf3abp-67, 0x1.81f4f67e0820bp-62, -0x1.25ce71f743951p-57, 0x1.06c7e51b1236ep-52,
    -0x1.c625182d465f4p-48, 0x1.628522889c75ap-43, -0x1.fe2bfc3cf1cd5p-39, 0x1.52260b771271ep-34,
    -0x1.99bdb291cb4d2p-30, 0x1.c303d57620ce2p-26, -0x1.c0a5601ffbb2ep-22, 0x1.9223dc980fbebp-18,
    -0x1.45ece9c652e51p-14, 0x1.e767145a4689cp-11, -0x1.6808e3d8e30abp-7, 0x1.6dcfde3601a21p-3,
};

#define ENCLOSED_ERF_ERROR 0x1.0000000000000p-35

#define ENCLOSED_GELU_ERROR 0x1.1000000000000p-37

#endif
