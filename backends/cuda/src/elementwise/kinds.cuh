// kinds.cuh - the formats that hold integers, for kernels that treat integers differently (clause
// F1).
#pragma once

#define SB_INTEGER_f64 0
#define SB_INTEGER_f32 0
#define SB_INTEGER_f16 0
#define SB_INTEGER_bf16 0
#define SB_INTEGER_f8e4m3fn 0
#define SB_INTEGER_f8e5m2 0
#define SB_INTEGER_i64 1
#define SB_INTEGER_i32 1
#define SB_INTEGER_i16 1
#define SB_INTEGER_i8 1
#define SB_INTEGER_u32 1
#define SB_INTEGER_u8 1
#define SB_INTEGER_bool 1
