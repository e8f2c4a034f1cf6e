/* minimum.c - the IEEE 754-2019 minimum (clause S3): NaN propagates, -0 < +0. By integers only. */
#include "elementwise/elementwise.h"
#include "scalar/compare.h"

SB_LOOP_2(loop_f64, uint64_t, uint64_t, uint64_t, f64_minimum)
SB_LOOP_2(loop_f32, uint32_t, uint32_t, uint32_t, f32_minimum)
SB_LOOP_2(loop_f16, uint16_t, uint16_t, uint16_t, f16_minimum)
SB_LOOP_2(loop_bf16, uint16_t, uint16_t, uint16_t, bf16_minimum)
SB_LOOP_2(loop_f8e4m3fn, uint8_t, uint8_t, uint8_t, f8e4m3fn_minimum)
SB_LOOP_2(loop_f8e5m2, uint8_t, uint8_t, uint8_t, f8e5m2_minimum)

static const sb_variant variants[] = {{{SB_F64, SB_F64}, SB_F64, loop_f64},
                                      {{SB_F32, SB_F32}, SB_F32, loop_f32},
                                      {{SB_F16, SB_F16}, SB_F16, loop_f16},
                                      {{SB_BF16, SB_BF16}, SB_BF16, loop_bf16},
                                      {{SB_F8E4M3FN, SB_F8E4M3FN}, SB_F8E4M3FN, loop_f8e4m3fn},
                                      {{SB_F8E5M2, SB_F8E5M2}, SB_F8E5M2, loop_f8e5m2},
                                      {{0}, 0, NULL}};

SB_ELEMENTWISE(minimum, 2);
