/* exp.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_EXP_H
#define SB_SCALAR_COEFFICIENTS_EXP_H

#include "scalar/portable.h"

/* (e^r - 1 - r - r^2/2) / r^3 for |r| <= log(2)/2: relative error below 2^-52.5. */
SB_TABLE double exp_rest[10] = {
    0x1.5555555555556p-3, 0x1.5555555555555p-5, 0x1.11111111109b2p-7, 0x1.6c16c16c167e1p-10,
    0x1.a01a01a7c5319p-13, 0x1.a01a01a47ba32p-16, 0x1.71de0daa329c5p-19, 0x1.27e4e1f22022dp-22,
    0x1.af38b3a8df1d3p-26, 0x1.1f66e531b5068p-29,
};

#endif
