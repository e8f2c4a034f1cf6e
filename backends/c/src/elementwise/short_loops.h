/* short_loops.h - loops of one binary32 operation on the vectors of simd/short_lanes.h, for f16 and
 * bf16.
 *
 * Binary16 numbers are normal numbers of binary32. Bfloat16 has the exponents of binary32: its
 * loops are those of flushed_loop.h, and what these cannot do comes from results that are kept. A
 * block with a NaN among its results is gone over once more, for the canonical one (S1).
 */
#ifndef SB_SHORT_LOOPS_H
#define SB_SHORT_LOOPS_H

#include "elementwise/flushed_loop.h"
#include "function/remembered.h"
#include "simd/short_lanes.h"

#endif
