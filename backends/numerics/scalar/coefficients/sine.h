/* sine.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_SINE_H
#define SB_SCALAR_COEFFICIENTS_SINE_H

#include "scalar/portable.h"

/* sin(r) / r in r^2, |r| <= pi/2: relative error below 2^-50.5. */
SB_TABLE double sine_slope[8] = {
    0x1.fffffffffffffp-1, -0x1.555555555547fp-3, 0x1.1111111109f2cp-7, -0x1.a01a019a540dcp-13,
    0x1.71de3808946fbp-19, -0x1.ae63578b527aep-26, 0x1.60e727b79222bp-33, -0x1.9f2418384309bp-41,
};

/* sin(pi r) / r in r^2, |r| <= 1/2: relative error below 2^-50.5. */
SB_TABLE double half_turn_slope[8] = {
    0x1.921fb54442d17p+1, -0x1.4abbce625bd83p+2, 0x1.466bc677522bdp+1, -0x1.32d2cce1ea145p-1,
    0x1.5078327046959p-4, -0x1.e30631bdf732dp-8, 0x1.e89f6fe44fe7bp-12, -0x1.62903d02bb153p-16,
};

#endif
