/* first_exp.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_FIRST_EXP_H
#define SB_SCALAR_COEFFICIENTS_FIRST_EXP_H

#include "scalar/portable.h"

/* 2^(j/16), what rounding took, and that as a part of the power. */
SB_TABLE double first_power[16][4] = {
    {0x1.0000000000000p+0, 0x0.0p+0,
     0x0.0p+0, 0x0.0p+0},
    {0x1.0b5586cf9890fp+0, 0x1.8a62e4adc610bp-54,
     0x1.79aa65d837b6cp-54, 0x0.0p+0},
    {0x1.172b83c7d517bp+0, -0x1.19041b9d78a76p-55,
     -0x1.01b15eaa59348p-55, 0x0.0p+0},
    {0x1.2387a6e756238p+0, 0x1.9b07eb6c70573p-54,
     0x1.68efde3a8a893p-54, 0x0.0p+0},
    {0x1.306fe0a31b715p+0, 0x1.6f46ad23182e4p-55,
     0x1.34d754db0abb6p-55, 0x0.0p+0},
    {0x1.3dea64c123422p+0, 0x1.ada0911f09ebcp-55,
     0x1.59f48a72a4c6cp-55, 0x0.0p+0},
    {0x1.4bfdad5362a27p+0, 0x1.d4397afec42e2p-56,
     0x1.690cebb7aafb0p-56, 0x0.0p+0},
    {0x1.5ab07dd485429p+0, 0x1.6324c054647adp-54,
     0x1.063e1e21c5409p-54, 0x0.0p+0},
    {0x1.6a09e667f3bcdp+0, -0x1.bdd3413b26456p-54,
     -0x1.3b3efbf5e2229p-54, 0x0.0p+0},
    {0x1.7a11473eb0187p+0, -0x1.41577ee04992fp-55,
     -0x1.b32dcb94da51dp-56, 0x0.0p+0},
    {0x1.8ace5422aa0dbp+0, 0x1.6e9f156864b27p-54,
     0x1.db72fc1f0eab4p-55, 0x0.0p+0},
    {0x1.9c49182a3f090p+0, 0x1.c7c46b071f2bep-56,
     0x1.1affc2b91ce27p-56, 0x0.0p+0},
    {0x1.ae89f995ad3adp+0, 0x1.7a1cd345dcc81p-54,
     0x1.c1a7792cb3386p-55, 0x0.0p+0},
    {0x1.c199bdd85529cp+0, 0x1.11065895048ddp-55,
     0x1.36eae30af0cb3p-56, 0x0.0p+0},
    {0x1.d5818dcfba487p+0, 0x1.2ed02d75b3707p-55,
     0x1.4a385a63d07a7p-56, 0x0.0p+0},
    {0x1.ea4afa2a490dap+0, -0x1.e9c23179c2893p-54,
     -0x1.ff7128fd391f1p-55, 0x0.0p+0},
};

/* (e^r - 1 - r) / r^2, |r| <= log(2)/32: relative error below 2^-56. */
SB_TABLE double first_exp_rest[7] = {
    0x1.0000000000000p-1, 0x1.5555555555556p-3, 0x1.5555555555556p-5, 0x1.11111110c63bdp-7,
    0x1.6c16c16bdae3ap-10, 0x1.a01b38df4d029p-13, 0x1.a01afa9f677f1p-16,
};

/* (e^r - 1 - r - r^2/2) / r^3, |r| <= log(2)/32: relative error below 2^-50. */
SB_TABLE double first_expm1_rest[6] = {
    0x1.5555555555556p-3, 0x1.5555555555555p-5, 0x1.11111110e0f5bp-7, 0x1.6c16c16bf0452p-10,
    0x1.a01b0c6885897p-13, 0x1.a01ad70d31a29p-16,
};

#endif
