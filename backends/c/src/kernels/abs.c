/* abs.c - the sign bit cleared: an operation on bits, so a NaN keeps its payload (clause S2). */
#include "elementwise/elementwise.h"

#define CLEAR_SIGN(bits, type)                                                                     \
    static inline type abs_##bits(type x)                                                          \
    {                                                                                              \
        return (type)(x & (((type)1 << (bits - 1)) - 1));                                          \
    }                                                                                              \
    SB_LOOP_1(loop_##bits, type, type, abs_##bits)

CLEAR_SIGN(64, uint64_t)
CLEAR_SIGN(32, uint32_t)
CLEAR_SIGN(16, uint16_t)
CLEAR_SIGN(8, uint8_t)

static const sb_variant variants[] = {{{SB_F64}, SB_F64, loop_64},
                                      {{SB_F32}, SB_F32, loop_32},
                                      {{SB_F16}, SB_F16, loop_16},
                                      {{SB_BF16}, SB_BF16, loop_16},
                                      {{SB_F8E4M3FN}, SB_F8E4M3FN, loop_8},
                                      {{SB_F8E5M2}, SB_F8E5M2, loop_8},
                                      {{0}, 0, NULL}};

SB_ELEMENTWISE(abs, 1);
