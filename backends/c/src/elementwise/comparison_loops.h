/* comparison_loops.h - the kernel of a comparison: every format of clause F1 in, bool out. */
#ifndef SB_COMPARISON_LOOPS_H
#define SB_COMPARISON_LOOPS_H

#include "elementwise/elementwise.h"
#include "scalar/compare.h"

#define SB_COMPARISON_KERNEL(op)                                                                   \
    SB_LOOP_2(loop_f64, uint8_t, double, double, f64_##op)                                         \
    SB_LOOP_2(loop_f32, uint8_t, float, float, f32_##op)                                           \
    SB_LOOP_2(loop_f16, uint8_t, uint16_t, uint16_t, f16_##op)                                     \
    SB_LOOP_2(loop_bf16, uint8_t, uint16_t, uint16_t, bf16_##op)                                   \
    SB_LOOP_2(loop_f8e4m3fn, uint8_t, uint8_t, uint8_t, f8e4m3fn_##op)                             \
    SB_LOOP_2(loop_f8e5m2, uint8_t, uint8_t, uint8_t, f8e5m2_##op)                                 \
    SB_LOOP_2(loop_i64, uint8_t, int64_t, int64_t, i64_##op)                                       \
    SB_LOOP_2(loop_i32, uint8_t, int32_t, int32_t, i32_##op)                                       \
    SB_LOOP_2(loop_i16, uint8_t, int16_t, int16_t, i16_##op)                                       \
    SB_LOOP_2(loop_i8, uint8_t, int8_t, int8_t, i8_##op)                                           \
    SB_LOOP_2(loop_u32, uint8_t, uint32_t, uint32_t, u32_##op)                                     \
    SB_LOOP_2(loop_u8, uint8_t, uint8_t, uint8_t, u8_##op)                                         \
    SB_LOOP_2(loop_bool, uint8_t, uint8_t, uint8_t, truth_##op)                                    \
    static const sb_variant variants[] = {{{SB_F64, SB_F64}, SB_BOOL, loop_f64},                   \
                                          {{SB_F32, SB_F32}, SB_BOOL, loop_f32},                   \
                                          {{SB_F16, SB_F16}, SB_BOOL, loop_f16},                   \
                                          {{SB_BF16, SB_BF16}, SB_BOOL, loop_bf16},                \
                                          {{SB_F8E4M3FN, SB_F8E4M3FN}, SB_BOOL, loop_f8e4m3fn},    \
                                          {{SB_F8E5M2, SB_F8E5M2}, SB_BOOL, loop_f8e5m2},          \
                                          {{SB_I64, SB_I64}, SB_BOOL, loop_i64},                   \
                                          {{SB_I32, SB_I32}, SB_BOOL, loop_i32},                   \
                                          {{SB_I16, SB_I16}, SB_BOOL, loop_i16},                   \
                                          {{SB_I8, SB_I8}, SB_BOOL, loop_i8},                      \
                                          {{SB_U32, SB_U32}, SB_BOOL, loop_u32},                   \
                                          {{SB_U8, SB_U8}, SB_BOOL, loop_u8},                      \
                                          {{SB_BOOL, SB_BOOL}, SB_BOOL, loop_bool},                \
                                          {{0}, 0, NULL}};                                         \
    SB_ELEMENTWISE(op, 2)

#endif
