/* cast_stages.h - casts in two steps, and the formats by group (clauses F1, R5).
 *
 * A cast reads its source into a block of binary64 numbers or 64-bit integers, and writes the
 * target from that block. So thirteen formats need thirteen readers and writers, not 169
 * conversions. No result is rounded twice: every float is exact in binary64, every integer is exact
 * in 64 bits, and an integer that becomes a float is rounded to odd first. Pairs of formats that
 * matter for speed have their own loops in cast_loops.h.
 */
#ifndef SB_CAST_STAGES_H
#define SB_CAST_STAGES_H

#include "elementwise/elementwise.h"

enum { SB_CAST_BLOCK = 512 };

/* The items of a block, in one of two forms. */
typedef union sb_cast_block {
    double numbers[SB_CAST_BLOCK];
    int64_t integers[SB_CAST_BLOCK];
} sb_cast_block;

typedef void sb_cast_read(const void *from, sb_cast_block *block, int64_t count);
typedef void sb_cast_write(const sb_cast_block *block, void *to, int64_t count);

/* The formats by group. `truth` is bool, which is a macro in C. */
#define SB_CAST_FLOATS(X) X(f64) X(f32) X(f16) X(bf16) X(f8e4m3fn) X(f8e5m2)
#define SB_CAST_INTEGERS(X) X(i64) X(i32) X(i16) X(i8) X(u32) X(u8) X(truth)

/* Readers and writers of numbers for every format. Integers are rounded to odd when they are read.
 * Integer formats also have readers and writers of integers, which wrap when they write. */
sb_cast_read sb_f64_read_numbers, sb_f32_read_numbers, sb_f16_read_numbers, sb_bf16_read_numbers;
sb_cast_read sb_f8e4m3fn_read_numbers, sb_f8e5m2_read_numbers;
sb_cast_read sb_i64_read_numbers, sb_i32_read_numbers, sb_i16_read_numbers, sb_i8_read_numbers;
sb_cast_read sb_u32_read_numbers, sb_u8_read_numbers, sb_truth_read_numbers;
sb_cast_read sb_i64_read_integers, sb_i32_read_integers, sb_i16_read_integers, sb_i8_read_integers;
sb_cast_read sb_u32_read_integers, sb_u8_read_integers, sb_truth_read_integers;
sb_cast_write sb_f64_write_numbers, sb_f32_write_numbers, sb_f16_write_numbers;
sb_cast_write sb_bf16_write_numbers, sb_f8e4m3fn_write_numbers, sb_f8e5m2_write_numbers;
sb_cast_write sb_f8e4m3fn_strict_write_numbers;
sb_cast_write sb_i64_write_numbers, sb_i32_write_numbers, sb_i16_write_numbers;
sb_cast_write sb_i8_write_numbers, sb_u32_write_numbers, sb_u8_write_numbers;
sb_cast_write sb_truth_write_numbers;
sb_cast_write sb_i64_write_integers, sb_i32_write_integers, sb_i16_write_integers;
sb_cast_write sb_i8_write_integers, sb_u32_write_integers, sb_u8_write_integers;
sb_cast_write sb_truth_write_integers;

#endif
