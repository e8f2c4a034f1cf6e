/* units.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_UNITS_H
#define SB_SCALAR_COEFFICIENTS_UNITS_H

#include "scalar/portable.h"

/* scale = 1.0507009873554804934193349852946. */
SB_TABLE double selu_scale[2] = {0x1.0cfabd6a91132p+0, 0x1.6fc7d272f2695p-55};

/* scale a, a = 1.6732632423543772848170429916717. */
SB_TABLE double selu_scale_a[2] = {0x1.c212cc640f031p+0, 0x1.05161b045a1fep-56};

#endif
