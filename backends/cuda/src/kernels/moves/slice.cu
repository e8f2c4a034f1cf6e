// slice.cu - the op slice (clause S2). `numbers` of an axis: start, stop, step, and 1 if the
// attributes name the axis.
#include "moves/places.cuh"

struct sb_sliced {
    static SB_DEVICE int64_t from(int64_t at, int64_t, const int64_t (&part)[SB_PLACE_NUMBERS])
    {
        return part[3] == 0 ? at : part[0] + at * part[2];
    }
};

SB_PLACES(slice, sb_sliced)
