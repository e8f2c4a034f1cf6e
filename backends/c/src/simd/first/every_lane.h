/* every_lane.h - a test whether a mask has all lanes of a vector of binary64. */
#ifndef SB_SIMD_FIRST_EVERY_LANE_H
#define SB_SIMD_FIRST_EVERY_LANE_H

#include "simd/doubles.h"

#if SB_HAS_DOUBLES

LANES_FN int every_lane(doubles_mask m)
{
    return doubles_mask_bits(m) == (UINT64_C(1) << DOUBLES_COUNT) - 1;
}
#endif
#endif
