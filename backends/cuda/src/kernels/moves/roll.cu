// roll.cu - the op roll (clause S2). `numbers` of an axis: its shift.
#include "moves/places.cuh"

struct sb_rolled {
    static SB_DEVICE int64_t from(int64_t at, int64_t size,
                                  const int64_t (&shift)[SB_PLACE_NUMBERS])
    {
        const int64_t place = (at - shift[0] % size) % size;
        return place < 0 ? place + size : place;
    }
};

SB_PLACES(roll, sb_rolled)
