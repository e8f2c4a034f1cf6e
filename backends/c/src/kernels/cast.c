/* cast.c - conversion between formats (clause R5), rounded once; to the same format a copy (S2). */
#include "elementwise.h"
#include "scalar/convert64.h"

#define COPY(x) (x)
SB_LOOP_1(copy_64, uint64_t, uint64_t, COPY)
SB_LOOP_1(copy_32, uint32_t, uint32_t, COPY)
SB_LOOP_1(copy_16, uint16_t, uint16_t, COPY)

#define CAST(to, from) SB_LOOP_1(to##_of_##from, sb_##to, sb_##from, to##_from_##from)
typedef int32_t sb_i32;
CAST(f64, f32)
CAST(f64, f16)
CAST(f64, bf16)
CAST(f64, i32)
CAST(f32, f64)
CAST(f32, f16)
CAST(f32, bf16)
CAST(f32, i32)
CAST(f16, f64)
CAST(f16, f32)
CAST(f16, bf16)
CAST(f16, i32)
CAST(bf16, f64)
CAST(bf16, f32)
CAST(bf16, f16)
CAST(bf16, i32)
CAST(i32, f64)
CAST(i32, f32)
CAST(i32, f16)
CAST(i32, bf16)

static const sb_variant variants[] = {
    {{SB_F64}, SB_F64, copy_64},        {{SB_F32}, SB_F64, f64_of_f32},
    {{SB_F16}, SB_F64, f64_of_f16},     {{SB_BF16}, SB_F64, f64_of_bf16},
    {{SB_I32}, SB_F64, f64_of_i32},     {{SB_F64}, SB_F32, f32_of_f64},
    {{SB_F32}, SB_F32, copy_32},        {{SB_F16}, SB_F32, f32_of_f16},
    {{SB_BF16}, SB_F32, f32_of_bf16},   {{SB_I32}, SB_F32, f32_of_i32},
    {{SB_F64}, SB_F16, f16_of_f64},     {{SB_F32}, SB_F16, f16_of_f32},
    {{SB_F16}, SB_F16, copy_16},        {{SB_BF16}, SB_F16, f16_of_bf16},
    {{SB_I32}, SB_F16, f16_of_i32},     {{SB_F64}, SB_BF16, bf16_of_f64},
    {{SB_F32}, SB_BF16, bf16_of_f32},   {{SB_F16}, SB_BF16, bf16_of_f16},
    {{SB_BF16}, SB_BF16, copy_16},      {{SB_I32}, SB_BF16, bf16_of_i32},
    {{SB_F64}, SB_I32, i32_of_f64},     {{SB_F32}, SB_I32, i32_of_f32},
    {{SB_F16}, SB_I32, i32_of_f16},     {{SB_BF16}, SB_I32, i32_of_bf16},
    {{0}, 0, NULL},
};

SB_ELEMENTWISE(cast, 1);
