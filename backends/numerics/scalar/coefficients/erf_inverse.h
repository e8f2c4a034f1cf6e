/* erf_inverse.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_ERF_INVERSE_H
#define SB_SCALAR_COEFFICIENTS_ERF_INVERSE_H

#include "scalar/portable.h"

/* erfinv(x) / x in x^2, x^2 <= 1/2: relative error below 2^-49. */
SB_TABLE double inverse_centre[18] = {
    0x1.c5bf891b4ef68p-1, 0x1.db29fb2ff1eb0p-3, 0x1.053c2c07bf910p-3, 0x1.62847e40213e0p-4,
    0x1.0a12c0db1ce44p-4, 0x1.a7dae0d21b308p-5, 0x1.5da167920d97ap-5, 0x1.3aad3c0a0c5ffp-5,
    0x1.d57f82c6194ffp-7, 0x1.22e47e15713d2p-3, -0x1.118fcbee76575p-1, 0x1.0a42f83cde723p+1,
    -0x1.68dba65f43de4p+2, 0x1.7013827237aa6p+3, -0x1.0b621a498288bp+4, 0x1.0a221fb73a4bep+4,
    -0x1.4448b5e59bfe2p+3, 0x1.77c4209103fc9p+1,
};

/* y / s in (s - 2) / (s + 2), where erfc(y) = exp(-s^2), 1.1 <= s <= 10.15: relative error below
 * 2^-48. */
SB_TABLE double inverse_tail[21] = {
    0x1.ab0e63b50a61cp-1, 0x1.b9427f5b56a09p-2, -0x1.b1eefc3077b85p-2, 0x1.9d92397d7785cp-3,
    0x1.b8b98e9102747p-8, -0x1.0660b38a4450dp-3, 0x1.1a24bb80de206p-3, -0x1.298ce1682a312p-4,
    -0x1.bfd77705a623ap-7, 0x1.23a174158e971p-4, -0x1.3f70f20c7f863p-4, 0x1.4fd949df83c3dp-5,
    0x1.72de67b6365acp-7, -0x1.8e27aec1f3c4fp-5, 0x1.b33eb471ebe57p-5, -0x1.c344519a71a14p-6,
    -0x1.408074f6dc3edp-7, 0x1.209a746b80019p-5, -0x1.25911a03f4d07p-5, 0x1.3be76d8f5aecfp-6,
    -0x1.2f1d0abaedacap-8,
};

#endif
