/* zeros.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_ZEROS_H
#define SB_SCALAR_COEFFICIENTS_ZEROS_H

#include "scalar/portable.h"

/* z, with silu'(z) = 0. */
SB_TABLE double silu_zero[2] = {-0x1.474973c84120bp+0, -0x1.f8d74bc9ac154p-54};
/* silu'(z + d) / d, |d| <= 1/16: relative error below 2^-46. */
SB_TABLE double silu_about_zero[9] = {
    0x1.be1410460527fp-3, 0x1.2c563458cc0b5p-3, 0x1.353eb573ca45ep-6, -0x1.f2d0e32c376ffp-7,
    -0x1.b0f82c49a6e89p-8, 0x1.098efbe240e04p-13, 0x1.a2a7cd89ea64bp-11, 0x1.84e894e6d713ap-13,
    -0x1.575affc6c28a0p-15,
};

/* z, with quick_gelu'(z) = 0. */
SB_TABLE double quick_gelu_zero[2] = {-0x1.80974a62be3dfp-1, 0x1.b12c858d26bf0p-55};
/* quick_gelu'(z + d) / d, |d| <= 1/16: relative error below 2^-46. */
SB_TABLE double quick_gelu_about_zero[9] = {
    0x1.7b9cd99ff06b7p-2, 0x1.b30221e11c3b2p-2, 0x1.7d2c1a0734317p-4, -0x1.059cd097a8a27p-3,
    -0x1.827cb3ee1cf88p-4, 0x1.9379aeea3d9edp-9, 0x1.0ea4294d35f2dp-5, 0x1.aac289a8d0e20p-7,
    -0x1.41dfe7205a575p-8,
};

/* z, with gelu_tanh'(z) = 0. */
SB_TABLE double gelu_tanh_zero[2] = {-0x1.81429f9e97e4dp-1, 0x1.4f523ed77dbdcp-55};
/* gelu_tanh'(z + d) / d, |d| <= 1/16: relative error below 2^-46. */
SB_TABLE double gelu_tanh_about_zero[9] = {
    0x1.b8bacd2c96b91p-2, 0x1.8cd1a2b2fff0cp-2, -0x1.029615edb089ep-6, -0x1.d2b77345c5764p-4,
    -0x1.104a83ecccd7bp-6, 0x1.42798f91ff3f4p-6, 0x1.58c9dfb6e811dp-8, -0x1.3d3f9dabc32fdp-9,
    -0x1.e5acb288cc8c2p-11,
};

/* z, with mish'(z) = 0. */
SB_TABLE double mish_zero[2] = {-0x1.31432c0d12d84p+0, -0x1.bf319154da210p-55};
/* mish'(z + d) / d, |d| <= 1/16: relative error below 2^-46. */
SB_TABLE double mish_about_zero[9] = {
    0x1.115acb42500bbp-2, 0x1.a34a251d8ad88p-3, 0x1.574f121a8691dp-5, -0x1.4c222fe6a0198p-6,
    -0x1.03369d4b36cf3p-6, -0x1.b87dd66593e3fp-9, 0x1.1e5e30fba5bb8p-10, 0x1.0360c23e843a1p-10,
    0x1.09f5a0ba13d60p-12,
};

#endif
