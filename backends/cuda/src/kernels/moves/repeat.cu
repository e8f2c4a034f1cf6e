// repeat.cu - the op repeat (clause S2): coordinates modulo the size of their axis.
#include "moves/places.cuh"

struct sb_repeated {
    static SB_DEVICE int64_t from(int64_t at, int64_t size, const int64_t (&)[SB_PLACE_NUMBERS])
    {
        return at % size;
    }
};

SB_PLACES(repeat, sb_repeated)
