// where.cu - one of two operands, selected by a condition, with unchanged bits (clause S2). Any
// nonzero byte is true.
#include "elementwise/bits.cuh"

struct where_rule {
    static SB_DEVICE sb_bits value(uint8_t condition, sb_bits x, sb_bits y)
    {
        return condition != 0 ? x : y;
    }
};

SB_KERNEL(where) { sb_elementwise_3<where_rule, sb_bits, uint8_t, sb_bits, sb_bits>(a); }
