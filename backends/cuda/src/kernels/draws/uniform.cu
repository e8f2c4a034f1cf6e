// uniform.cu - the op uniform (clause D2): the upper bits of a random number as a fraction.
#include "draws/draws.cuh"
#include "scalar/draw.h"

// f64 uses a 64-bit random number, and other formats a 32-bit one. A function of scalar/draw.h uses
// only the bits that it needs.
struct uniform_rule {
    enum { words = sizeof(sb_result) == 8 ? 2 : 1 };
    static SB_DEVICE sb_result value(uint32_t low, uint32_t high, const int64_t *)
    {
        const uint64_t draw = sb_draw_of_two(low, (int)words == 2 ? high : 0);
        return SB_JOIN(draw_uniform_, SB_R)(draw);
    }
};

SB_DRAW(uniform, uniform_rule)
