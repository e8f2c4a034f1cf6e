/* lgamma.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_LGAMMA_H
#define SB_SCALAR_COEFFICIENTS_LGAMMA_H

#include "scalar/portable.h"

/* log Gamma(2 + d) / d, |d| <= 1/2: relative error below 2^-48. */
SB_TABLE double lgamma_about_two[16] = {
    0x1.b0ee6072093d3p-2, 0x1.4a34cc4a60fa4p-2, -0x1.13e001a559be8p-4, 0x1.51322ac7dcc24p-6,
    -0x1.e404fc152871ep-8, 0x1.7add6ea1fd242p-9, -0x1.38ac62588fd4ap-10, 0x1.0b36b55c7f93ap-11,
    -0x1.d3fa49e452c52p-13, 0x1.a124d87b8bf9dp-14, -0x1.7943e1249df71p-15, 0x1.586dc62e329f1p-16,
    -0x1.3564e514b54cep-17, 0x1.1ea7037a9927ap-18, -0x1.56ea31d8ebeddp-19, 0x1.41cc37adcc93dp-20,
};

/* Stirling's remainder times x in 1/x^2, x >= 8.5: relative error below 2^-53. */
SB_TABLE double lgamma_stirling[7] = {
    0x1.5555555555555p-4, -0x1.6c16c16c15b0dp-9, 0x1.a01a018cca121p-11, -0x1.3813603f945dbp-11,
    0x1.b936e99121375p-11, -0x1.f0efc6e576a9cp-10, 0x1.54871d7b95b2ep-8,
};

/* sin(pi d) / (pi d) in d^2, |d| <= 1/2: relative error below 2^-50. */
SB_TABLE double sine_ratio[8] = {
    0x1.fffffffffffffp-1, -0x1.a51a6625306cbp+0, 0x1.9f9cb402b1714p-1, -0x1.86a8e46ca22e0p-3,
    0x1.ac68032530651p-6, -0x1.3380b47ce3fd9p-9, 0x1.371122be6fc8dp-13, -0x1.c371b5df4f488p-18,
};

#endif
