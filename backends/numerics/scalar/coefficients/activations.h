/* activations.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_ACTIVATIONS_H
#define SB_SCALAR_COEFFICIENTS_ACTIVATIONS_H

#include "scalar/portable.h"

/* (e^r - 1 - r) / r^2 for |r| <= log(2)/2: relative error below 2^-45.5. */
SB_TABLE double activation_expm1_rest[9] = {
    0x1.0000000000000p-1, 0x1.5555555553b73p-3, 0x1.5555555554cb5p-5, 0x1.1111111c4922fp-7,
    0x1.6c16c1739102bp-10, 0x1.a019ad9b7de29p-13, 0x1.a019c9a023ca4p-16, 0x1.72c73793a7076p-19,
    0x1.2880486603845p-22,
};

/* 2 atanh(s) / s in s^2, |s| <= 1/3: relative error below 2^-47. */
SB_TABLE double activation_atanh[9] = {
    0x1.0000000000007p+1, 0x1.555555554aae5p-1, 0x1.999999ad823a9p-2, 0x1.2492420041c88p-2,
    0x1.c71f006b5a970p-3, 0x1.741b9d4d01f06p-3, 0x1.3ee39e0c0cdb4p-3, 0x1.e10fd4e6eed06p-4,
    0x1.802de07770749p-3,
};

/* (x - tanh(x)) / x^3 in x^2, |x| <= 5/8: relative error below 2^-46.5. */
SB_TABLE double activation_tanhshrink[10] = {
    0x1.5555555555521p-2, -0x1.1111111103d9dp-3, 0x1.ba1ba1a897dbcp-5, -0x1.664f43fe322c9p-6,
    0x1.226d9d332b6dep-7, -0x1.d6bcacdf00ea9p-9, 0x1.7c8e931e14f07p-10, -0x1.2d3546cdc51e6p-11,
    0x1.a91c95a993db1p-13, -0x1.80abaf8244e3fp-15,
};

#endif
