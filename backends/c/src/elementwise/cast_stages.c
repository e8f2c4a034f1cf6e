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

#define READ(name, type, items, expression)                                                        \
    void name(const void *from, sb_cast_block *block, int64_t count)                               \
    {                                                                                              \
        const type *x = from;                                                                      \
        SB_VECTORISE                                                                               \
        for (int64_t i = 0; i < count; i++) block->items[i] = (expression);                        \
    }

#define WRITE(name, type, items, function)                                                         \
    void name(const sb_cast_block *block, void *to, int64_t count)                                 \
    {                                                                                              \
        type *y = to;                                                                              \
        SB_VECTORISE                                                                               \
        for (int64_t i = 0; i < count; i++) y[i] = (type)function(block->items[i]);                \
    }

#define FLOAT(format)                                                                              \
    READ(sb_##format##_read_numbers, sb_##format, numbers, f64_from_##format(x[i]))                \
    WRITE(sb_##format##_write_numbers, sb_##format, numbers, format##_from_f64)
#define f64_from_f64 f64_canonical
SB_CAST_FLOATS(FLOAT)
WRITE(sb_f8e4m3fn_strict_write_numbers, sb_f8e4m3fn, numbers, f8e4m3fn_strict_from_f64)

/* An integer of at most 32 bits is exact in binary64. */
#define SMALL(format)                                                                              \
    READ(sb_##format##_read_numbers, sb_##format, numbers, (double)x[i])                           \
    INTEGER(format)
#define INTEGER(format)                                                                            \
    READ(sb_##format##_read_integers, sb_##format, integers, x[i])                                 \
    WRITE(sb_##format##_write_numbers, sb_##format, numbers, format##_from_f64)                    \
    WRITE(sb_##format##_write_integers, sb_##format, integers, (sb_##format))
SMALL(i32)
SMALL(i16)
SMALL(i8)
SMALL(u32)
SMALL(u8)
READ(sb_i64_read_numbers, int64_t, numbers, f64_odd_from_i64(x[i]))
INTEGER(i64)

/* Any non-zero byte is true (clause F1). */
READ(sb_truth_read_numbers, uint8_t, numbers, x[i] != 0)
READ(sb_truth_read_integers, uint8_t, integers, x[i] != 0)
WRITE(sb_truth_write_numbers, uint8_t, numbers, bool_from_f64)
WRITE(sb_truth_write_integers, uint8_t, integers, bool_from_i64)
