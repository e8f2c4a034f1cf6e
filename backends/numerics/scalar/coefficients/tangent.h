/* tangent.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_TANGENT_H
#define SB_SCALAR_COEFFICIENTS_TANGENT_H

#include "scalar/portable.h"

/* tan(r) / r in r^2, |r| <= pi/4: relative error below 2^-50. */
SB_TABLE double tangent_slope_above[4] = {
    0x1.0000000000000p+0, -0x1.06b8e59666dcdp-3, 0x1.6fc2ce28cb149p-9, -0x1.f6231e4b45f7dp-18,
};
SB_TABLE double tangent_slope_below[4] = {
    0x1.0000000000000p+0, -0x1.d8b1c82088c10p-2, 0x1.7e7951ea10799p-6, -0x1.b51c1303b73b6p-13,
};

#endif
