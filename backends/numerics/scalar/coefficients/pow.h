/* pow.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_POW_H
#define SB_SCALAR_COEFFICIENTS_POW_H

#include "scalar/portable.h"

/* (log((1+s)/(1-s)) - 2s) / s^3 in s^2, |s| <= (sqrt(2)-1)/(sqrt(2)+1): relative error below 2^-50.
 * */
SB_TABLE double pow_log_rest[7] = {
    0x1.5555555555558p-1, 0x1.99999999952b2p-2, 0x1.2492492df6947p-2, 0x1.c71c62debf86bp-3,
    0x1.7462b69705382p-3, 0x1.39fe208c33457p-3, 0x1.2b5b5fb2eac92p-3,
};

#endif
