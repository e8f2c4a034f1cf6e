// stretch.cu - the op stretch (clause S2). Each axis has two numbers: its factor, and 1 if the call
// names the axis.
#include "moves/places.cuh"

struct sb_stretched {
    static SB_DEVICE int64_t from(int64_t at, int64_t, const int64_t (&factor)[SB_PLACE_NUMBERS])
    {
        return factor[1] == 0 ? at : at / factor[0];
    }
};

SB_PLACES(stretch, sb_stretched)
