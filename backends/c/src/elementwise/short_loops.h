/* short_loops.h - loops of one binary32 operation on the vectors of simd/short_lanes.h, for f16 and
 * bf16.
 *
 * Binary16 numbers are normal numbers of binary32. Bfloat16 has the exponents of binary32, so it
 * uses the loops of flushed_loop.h. Results that these loops cannot compute are looked up in a
 * table of stored results. If a block has a NaN among its results, a second pass writes the
 * canonical NaN (S1).
 */
#ifndef SB_SHORT_LOOPS_H
#define SB_SHORT_LOOPS_H

#include "elementwise/flushed_loop.h"
#include "function/remembered.h"
#include "simd/short_lanes.h"

#endif
