// randint.cu - the op randint (clause D2): low + the high half of (random number * range).
#include "draws/draws.cuh"

struct randint_rule {
    enum { words = 2 };
    static SB_DEVICE sb_result value(uint32_t low, uint32_t high, const int64_t *numbers)
    {
        const uint64_t draw = sb_draw_of_two(low, high);
        return numbers[0] + (int64_t)__umul64hi(draw, (uint64_t)numbers[1]);
    }
};

SB_DRAW(randint, randint_rule)
