/* pairs.h - functions in pairs of binary32: 16 or 8 lanes, or one on a GPU, and a rounding test.
 *
 * For a function NAME a header defines its tables, NAME_load, and
 *   pairs_value NAME(lanes x, const NAME_tables *t): y is f(x), rounded, where `low` equals `high`,
 *       the roundings of the two ends of an interval around f(x);
 *   lanes NAME_nearly(lanes x, const NAME_tables *t): f(x) with a relative error below 2^-20, and 8 units
 *       of binary32's least subnormal, for the formats of 16 and 8 bits;
 *   lanes_int NAME_key(lanes x): an unsigned number, at most NAME_limit() just for operands for which
 *       both of these hold; never for a NaN.
 * Whether the interval is wide enough is not left to an error analysis of some thirty roundings: all
 * 2^32 operands decide it, on each instruction set that has this path.
 * The loops over arrays are in pairs_function.h; the CUDA backend has its own and includes the functions
 * as they stand.
 */
#ifndef SB_SIMD_PAIRS_H
#define SB_SIMD_PAIRS_H

#include "simd/lanes.h"

#if SB_HAS_LANES

typedef struct pairs_value {
    lanes y, low, high;
} pairs_value;

#if LANES_ENTRY_BITS == 5
#define PAIRS_ENTRIES(plain) plain##_32 /* the table that the lanes have room for */
#else
#define PAIRS_ENTRIES(plain) plain##_8
#endif

#endif
#endif
