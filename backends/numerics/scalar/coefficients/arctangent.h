/* arctangent.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_ARCTANGENT_H
#define SB_SCALAR_COEFFICIENTS_ARCTANGENT_H

#include "scalar/portable.h"

/* (atan(t) / t - 1) / t^2 in t^2, |t| <= 1: relative error below 2^-46.5. */
SB_TABLE double arctangent_rest[18] = {
    -0x1.5555555555541p-2, 0x1.99999999930a0p-3, -0x1.24924921cac67p-3, 0x1.c71c70d6c8e24p-4,
    -0x1.745d01ba932ecp-4, 0x1.3b12822dd960dp-4, -0x1.1105f23c2dd83p-4, 0x1.e14e4f2d4cd89p-5,
    -0x1.ac594867c618ep-5, 0x1.7bc0495a3f594p-5, -0x1.46c091d581112p-5, 0x1.05d5b02ba0e3ap-5,
    -0x1.72b3f6f485dd0p-6, 0x1.b5244e22b15fdp-7, -0x1.92666bb34e98dp-8, 0x1.0ab01ac5c3a02p-9,
    -0x1.bfef5ba45b110p-12, 0x1.638bc3ecc6c96p-15,
};

#endif
