/* cast_stages.h - casts in two steps, and the formats by group (clauses F1, R5).
 *
 * A cast reads its source into a block of binary64 or of 64-bit integers, and writes the target
 * from that, so that thirteen formats need thirteen readers and writers, not 169 conversions.
 * Nothing is rounded twice: every float is exact in binary64, every integer in 64 bits, and an
 * integer on its way to a float is rounded to odd. Pairs that matter for speed have loops of their
 * own in cast.c.
 */
#ifndef SB_CAST_STAGES_H
#define SB_CAST_STAGES_H

#include "elementwise/elementwise.h"

enum { SB_CAST_BLOCK = 512 };

/* The items of a block, in one of its two forms. */
typedef union sb_cast_block {
    double numbers[SB_CAST_BLOCK];
    int64_t integers[SB_CAST_BLOCK];
} sb_cast_block;

typedef void (*sb_cast_read)(const void *from, sb_cast_block *block, int64_t count);
typedef void (*sb_cast_write)(const sb_cast_block *block, void *to, int64_t count);

/* The formats by group; `truth` is bool, whose own name is a macro in C. */
#define SB_CAST_FLOATS(X) X(f64) X(f32) X(f16) X(bf16) X(f8e4m3fn) X(f8e5m2)
#define SB_CAST_INTEGERS(X) X(i64) X(i32) X(i16) X(i8) X(u32) X(u8) X(truth)

/* Any format, integers rounded to odd; and for integer formats, the
 * integers, wrapped when written. */
#define SB_CAST_DECLARE(format)                                                                    \
    void sb_##format##_read_numbers(const void *from, sb_cast_block *block, int64_t count);        \
    void sb_##format##_write_numbers(const sb_cast_block *block, void *to, int64_t count);
#define SB_CAST_DECLARE_INTEGER(format)                                                            \
    void sb_##format##_read_integers(const void *from, sb_cast_block *block, int64_t count);       \
    void sb_##format##_write_integers(const sb_cast_block *block, void *to, int64_t count);
SB_CAST_FLOATS(SB_CAST_DECLARE)
SB_CAST_INTEGERS(SB_CAST_DECLARE)
SB_CAST_INTEGERS(SB_CAST_DECLARE_INTEGER)
void sb_f8e4m3fn_strict_write_numbers(const sb_cast_block *block, void *to, int64_t count);

#endif
