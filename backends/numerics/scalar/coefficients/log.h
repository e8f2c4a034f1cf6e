/* log.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_LOG_H
#define SB_SCALAR_COEFFICIENTS_LOG_H

#include "scalar/portable.h"

/* (log((1+s)/(1-s)) - 2s) / s^3 in s^2, |s| <= (sqrt(2)-1)/(sqrt(2)+1): relative error below
 * 2^-53.5. */
SB_TABLE double log_rest[8] = {
    0x1.5555555555555p-1, 0x1.9999999999a38p-2, 0x1.2492492476ba1p-2, 0x1.c71c72017a15cp-3,
    0x1.745cf8f6c9119p-3, 0x1.3b1c38474d3eep-3, 0x1.0fbe478772696p-3, 0x1.0c06cf14c641bp-3,
};

#endif
