// exponential_from_bits.cu - the op exponential_from_bits (clause D2): -log of the midpoint of a
// word.
#include "elementwise/elementwise.cuh"
#include "elementwise/rounding.cuh"
#include "scalar/draw.h"

struct from_bits_rule {
    typedef SB_JOIN(sb_rounding_, SB_R) rounding;
    static SB_DEVICE bool quick(sb_result &y, sb_first k, const double *)
    {
        return rounding::decide(y, draw_exponential_quick(k));
    }
    static SB_DEVICE sb_result slow(sb_first k, const double *)
    {
        return rounding::last(draw_exponential_to_odd(k));
    }
};

SB_KERNEL(exponential_from_bits) { sb_elementwise_1<from_bits_rule, sb_result, sb_first>(a); }
