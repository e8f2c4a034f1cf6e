/* decided.h - the rounding test of the first stage of binary64, on vectors (A. Ziv, ACM TOMS 17,
 * 1991). */
#ifndef SB_SIMD_FIRST_DECIDED_H
#define SB_SIMD_FIRST_DECIDED_H

#include "simd/doubles.h"

#if SB_HAS_DOUBLES

/* Results, and a mask of the lanes in which they are certain to be right. */
typedef struct first_value {
    doubles v;
    doubles_mask sure;
} first_value;

/* The exact value is within `reach` of hi + lo. The rounding error of lo + reach is included in
 * `reach`. If both ends round to the same number, that number is the result, because rounding is
 * monotone. `within` are the lanes for which the bound is valid. */
LANES_FN first_value first_decided(doubles hi, doubles lo, doubles reach, doubles_mask within)
{
    const doubles up = doubles_add(hi, doubles_add(lo, reach));
    const doubles down = doubles_add(hi, doubles_sub(lo, reach));
    first_value f = {up, doubles_both(within, doubles_equal(up, down))};
    return f;
}

#endif
#endif
