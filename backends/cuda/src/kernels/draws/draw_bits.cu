// draw_bits.cu - the op draw_bits (clause D2): the 32-bit or 64-bit random numbers.
#include "draws/draws.cuh"

struct draw_bits_rule {
    enum { words = sizeof(sb_result) / 4 };
    static SB_DEVICE sb_result value(uint32_t low, uint32_t high, const int64_t *)
    {
        return (sb_result)(words == 2 ? sb_draw_of_two(low, high) : low);
    }
};

SB_DRAW(draw_bits, draw_bits_rule)
