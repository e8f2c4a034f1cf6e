// slice_gradient.cu - the op slice_gradient (clause S2). `numbers` of an axis: start, step, the
// size of the result, and 1 if the attributes name the axis.
#include "moves/places.cuh"

struct sb_slice_places {
    static SB_DEVICE int64_t from(int64_t at, int64_t size, const int64_t (&part)[SB_PLACE_NUMBERS])
    {
        if (part[3] == 0)
            return at;
        const int64_t behind = at - part[0], place = behind / part[1];
        return behind < 0 || place * part[1] != behind || place >= size ? -1 : place;
    }
};

SB_PLACES(slice_gradient, sb_slice_places)
