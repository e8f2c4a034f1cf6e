/* arcsine.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_ARCSINE_H
#define SB_SCALAR_COEFFICIENTS_ARCSINE_H

#include "scalar/portable.h"

/* (asin(t) / t - 1) / t^2 in t^2, |t| <= 1/2: relative error below 2^-44. */
SB_TABLE double arcsine_rest[11] = {
    0x1.55555555555bbp-3, 0x1.33333333030cfp-4, 0x1.6db6dba99e56dp-5, 0x1.f1c6ff7f5507fp-6,
    0x1.6e8f34a32a3ecp-6, 0x1.1c0d74beb3610p-6, 0x1.cf5ed14c7cb7ep-7, 0x1.512bc40e88a9ep-7,
    0x1.fa1b2b4831188p-7, -0x1.bf16e7c9f283cp-8, 0x1.c8a4a8d5d7026p-6,
};

#endif
