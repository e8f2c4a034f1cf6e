// flip.cu - the op flip (clause S2). `numbers` of an axis: 1 if it is flipped.
#include "moves/places.cuh"

struct sb_flipped {
    static SB_DEVICE int64_t from(int64_t at, int64_t size,
                                  const int64_t (&named)[SB_PLACE_NUMBERS])
    {
        return named[0] != 0 ? size - 1 - at : at;
    }
};

SB_PLACES(flip, sb_flipped)
