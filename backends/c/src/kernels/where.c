/* where.c - selection by a boolean; bits are copied, so a NaN keeps its payload (clause S2).
 * Any non-zero byte of the condition is true. */
#include "elementwise/elementwise.h"

#define SELECT(bits, type)                                                                         \
    static inline type select_##bits(uint8_t condition, type a, type b)                            \
    {                                                                                              \
        return condition != 0 ? a : b;                                                             \
    }                                                                                              \
    SB_LOOP_3(loop_##bits, type, uint8_t, type, type, select_##bits)

SELECT(64, uint64_t)
SELECT(32, uint32_t)
SELECT(16, uint16_t)
SELECT(8, uint8_t)

static const sb_variant variants[] = {{{SB_BOOL, SB_F64, SB_F64}, SB_F64, loop_64},
                                      {{SB_BOOL, SB_F32, SB_F32}, SB_F32, loop_32},
                                      {{SB_BOOL, SB_F16, SB_F16}, SB_F16, loop_16},
                                      {{SB_BOOL, SB_BF16, SB_BF16}, SB_BF16, loop_16},
                                      {{SB_BOOL, SB_F8E4M3FN, SB_F8E4M3FN}, SB_F8E4M3FN, loop_8},
                                      {{SB_BOOL, SB_F8E5M2, SB_F8E5M2}, SB_F8E5M2, loop_8},
                                      {{0}, 0, NULL}};

SB_ELEMENTWISE(where, 3);
