/* quick_log.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_QUICK_LOG_H
#define SB_SCALAR_COEFFICIENTS_QUICK_LOG_H

#include "scalar/portable.h"

/* log(1 + f) / f for 1 + f in [sqrt(1/2), sqrt(2)]: relative error below 2^-46. */
SB_TABLE double quick_log_slope[17] = {
    0x1.fffffffffffecp-1, -0x1.000000000120bp-1, 0x1.5555555563cddp-2, -0x1.fffffff927df9p-3,
    0x1.9999997be91f8p-3, -0x1.5555584b06cfep-3, 0x1.2492550c1afcbp-3, -0x1.fffee6d2565a2p-4,
    0x1.c717caecda936p-4, -0x1.99b2c6ff7425ep-4, 0x1.74d87e0a11e7bp-4, -0x1.545330e66557dp-4,
    0x1.344057aefaf7ep-4, -0x1.25ea0e07eab3fp-4, 0x1.3fd97c99feba6p-4, -0x1.30809bb51362dp-4,
    0x1.22c8c3f53a8bdp-5,
};

/* 2 atanh(s) / s in s^2, |s| <= 0.203: relative error below 2^-46.5. */
SB_TABLE double quick_atanh_slope[7] = {
    0x1.0000000000009p+1, 0x1.5555555541875p-1, 0x1.999999d56d6f3p-2, 0x1.24922751f115fp-2,
    0x1.c72e9a4d5a8a8p-3, 0x1.71dfff8e9a793p-3, 0x1.65ce36e0c8df4p-3,
};

#endif
