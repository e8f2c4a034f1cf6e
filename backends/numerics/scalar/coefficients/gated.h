/* gated.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_GATED_H
#define SB_SCALAR_COEFFICIENTS_GATED_H

#include "scalar/portable.h"

/* 1.702. */
SB_TABLE double quick_gelu_slope[2] = {0x1.b3b645a1cac08p+0, 0x1.89374bc6a7efap-55};

/* 2 sqrt(2 / pi). */
SB_TABLE double gelu_tanh_slope[2] = {0x1.9884533d43651p+0, -0x1.cbc0d30ebfd15p-54};

/* 0.044715. */
SB_TABLE double gelu_tanh_cubic[2] = {0x1.6e4e26d4801f7p-5, 0x1.441355475a31ap-59};

#endif
