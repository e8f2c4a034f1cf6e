/* where.c - selection by a boolean. Bits are copied, so a NaN keeps its payload (clause S2). Any
 * non-zero byte of the condition is true. */
#include "elementwise/elementwise.h"

#define BITS 64
#define PATTERN uint64_t
#include "elementwise/select_template.h"
#define BITS 32
#define PATTERN uint32_t
#include "elementwise/select_template.h"
#define BITS 16
#define PATTERN uint16_t
#include "elementwise/select_template.h"
#define BITS 8
#define PATTERN uint8_t
#include "elementwise/select_template.h"

static const sb_variant variants[] = {{{SB_BOOL, SB_F64, SB_F64}, SB_F64, loop_64},
                                      {{SB_BOOL, SB_F32, SB_F32}, SB_F32, loop_32},
                                      {{SB_BOOL, SB_F16, SB_F16}, SB_F16, loop_16},
                                      {{SB_BOOL, SB_BF16, SB_BF16}, SB_BF16, loop_16},
                                      {{SB_BOOL, SB_F8E4M3FN, SB_F8E4M3FN}, SB_F8E4M3FN, loop_8},
                                      {{SB_BOOL, SB_F8E5M2, SB_F8E5M2}, SB_F8E5M2, loop_8},
                                      {{SB_BOOL, SB_I64, SB_I64}, SB_I64, loop_64},
                                      {{SB_BOOL, SB_I32, SB_I32}, SB_I32, loop_32},
                                      {{SB_BOOL, SB_U32, SB_U32}, SB_U32, loop_32},
                                      {{SB_BOOL, SB_I16, SB_I16}, SB_I16, loop_16},
                                      {{SB_BOOL, SB_I8, SB_I8}, SB_I8, loop_8},
                                      {{SB_BOOL, SB_U8, SB_U8}, SB_U8, loop_8},
                                      {{SB_BOOL, SB_BOOL, SB_BOOL}, SB_BOOL, loop_8},
                                      {{0}, 0, NULL}};

#define OP where
#define ARITY 3
#include "elementwise/kernel_template.h"
