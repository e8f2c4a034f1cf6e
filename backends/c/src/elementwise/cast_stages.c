/* cast_stages.c - the readers and writers of casts; see cast_stages.h. */
#include "elementwise/cast_stages.h"

#include "scalar/convert8.h"
#include "scalar/convert_integer.h"

typedef int64_t sb_i64;
typedef int32_t sb_i32;
typedef int16_t sb_i16;
typedef int8_t sb_i8;
typedef uint32_t sb_u32;
typedef uint8_t sb_u8;
typedef uint8_t sb_truth;

#define f64_from_f64 f64_canonical
#define FORMAT f64
#include "elementwise/cast_float_template.h"
#define FORMAT f32
#include "elementwise/cast_float_template.h"
#define FORMAT f16
#include "elementwise/cast_float_template.h"
#define FORMAT bf16
#include "elementwise/cast_float_template.h"
#define FORMAT f8e4m3fn
#include "elementwise/cast_float_template.h"
#define FORMAT f8e5m2
#include "elementwise/cast_float_template.h"

void sb_f8e4m3fn_strict_write_numbers(const sb_cast_block *block, void *to, int64_t count)
{
    sb_f8e4m3fn *y = to;
    SB_VECTORISE
    for (int64_t i = 0; i < count; i++) y[i] = f8e4m3fn_strict_from_f64(block->numbers[i]);
}

/* An integer of at most 32 bits is exact in binary64. */
#define FORMAT i32
#define NUMBER(x) ((double)(x))
#define INTEGER(x) (x)
#define WRAPPED(x) ((sb_i32)(x))
#include "elementwise/cast_integer_template.h"
#define FORMAT i16
#define NUMBER(x) ((double)(x))
#define INTEGER(x) (x)
#define WRAPPED(x) ((sb_i16)(x))
#include "elementwise/cast_integer_template.h"
#define FORMAT i8
#define NUMBER(x) ((double)(x))
#define INTEGER(x) (x)
#define WRAPPED(x) ((sb_i8)(x))
#include "elementwise/cast_integer_template.h"
#define FORMAT u32
#define NUMBER(x) ((double)(x))
#define INTEGER(x) (x)
#define WRAPPED(x) ((sb_u32)(x))
#include "elementwise/cast_integer_template.h"
#define FORMAT u8
#define NUMBER(x) ((double)(x))
#define INTEGER(x) (x)
#define WRAPPED(x) ((sb_u8)(x))
#include "elementwise/cast_integer_template.h"
#define FORMAT i64
#define NUMBER(x) f64_odd_from_i64(x)
#define INTEGER(x) (x)
#define WRAPPED(x) (x)
#include "elementwise/cast_integer_template.h"

/* Any non-zero byte is true (clause F1). */
#define truth_from_f64 bool_from_f64
#define FORMAT truth
#define NUMBER(x) ((x) != 0)
#define INTEGER(x) ((x) != 0)
#define WRAPPED(x) bool_from_i64(x)
#include "elementwise/cast_integer_template.h"
