/* pairs_powers.h - made by coefficients/generate.py; do not edit. */
#ifndef SB_SCALAR_COEFFICIENTS_PAIRS_POWERS_H
#define SB_SCALAR_COEFFICIENTS_PAIRS_POWERS_H

#include "scalar/portable.h"

#define PAIRS_EXP2_LOG 0x1.62e4300000000p-1f
#define PAIRS_EXP2_LOG_LOW -0x1.05c6100000000p-29f
#define PAIRS_EXP10_LOG 0x1.26bb1c0000000p+1f
#define PAIRS_EXP10_LOG_LOW -0x1.12aaba0000000p-25f
#define PAIRS_EXP10_INVERSE 0x1.a934f00000000p+1f
#define PAIRS_EXP10_UNIT 0x1.3441360000000p-2f
#define PAIRS_EXP10_UNIT_LOW -0x1.1b41720000000p-25f

#endif
