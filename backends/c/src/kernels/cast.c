/* cast.c - conversion between formats (clause R5), rounded once. A cast to the same format is a
 * copy (S2).
 *
 * Most casts use the stages of cast_stages.h, through a short function for each source and target.
 * The tables below list the source formats for each target. The attribute `saturate` (default true)
 * has an effect only for f8e4m3fn.
 */
#include "elementwise/cast_loops.h"
#include "elementwise/cast_stages.h"

static void staged(int64_t count, const char *from, int64_t from_size, char *to, int64_t to_size,
                   sb_cast_read *read, sb_cast_write *write)
{
    sb_cast_block block;
    for (int64_t done = 0; done < count; done += SB_CAST_BLOCK) {
        const int64_t left = count - done, part = left < SB_CAST_BLOCK ? left : SB_CAST_BLOCK;
        read(from + done * from_size, &block, part);
        write(&block, to + done * to_size, part);
    }
}

#define FORMAT(name, code, size) code_##name = code, size_##name = size
enum {
    FORMAT(f64, SB_F64, 8),
    FORMAT(f32, SB_F32, 4),
    FORMAT(f16, SB_F16, 2),
    FORMAT(bf16, SB_BF16, 2),
    FORMAT(f8e4m3fn, SB_F8E4M3FN, 1),
    FORMAT(f8e5m2, SB_F8E5M2, 1),
    FORMAT(i64, SB_I64, 8),
    FORMAT(i32, SB_I32, 4),
    FORMAT(i16, SB_I16, 2),
    FORMAT(i8, SB_I8, 1),
    FORMAT(u32, SB_U32, 4),
    FORMAT(u8, SB_U8, 1),
    FORMAT(truth, SB_BOOL, 1)
};

#define TARGET f64
#define INTEGERS_AS numbers
#include "elementwise/staged_to_template.h"
#define TARGET f32
#define INTEGERS_AS numbers
#include "elementwise/staged_to_template.h"
#define TARGET f16
#define INTEGERS_AS numbers
#include "elementwise/staged_to_template.h"
#define TARGET bf16
#define INTEGERS_AS numbers
#include "elementwise/staged_to_template.h"
#define TARGET f8e4m3fn
#define INTEGERS_AS numbers
#include "elementwise/staged_to_template.h"
#define TARGET f8e5m2
#define INTEGERS_AS numbers
#include "elementwise/staged_to_template.h"
#define TARGET i64
#define INTEGERS_AS integers
#include "elementwise/staged_to_template.h"
#define TARGET i32
#define INTEGERS_AS integers
#include "elementwise/staged_to_template.h"
#define TARGET i16
#define INTEGERS_AS integers
#include "elementwise/staged_to_template.h"
#define TARGET i8
#define INTEGERS_AS integers
#include "elementwise/staged_to_template.h"
#define TARGET u32
#define INTEGERS_AS integers
#include "elementwise/staged_to_template.h"
#define TARGET u8
#define INTEGERS_AS integers
#include "elementwise/staged_to_template.h"
#define TARGET truth
#define INTEGERS_AS integers
#include "elementwise/staged_to_template.h"

enum { size_f8e4m3fn_strict = size_f8e4m3fn };
#define TARGET f8e4m3fn_strict
#define INTEGERS_AS numbers
#include "elementwise/staged_to_template.h"

/* Expands to X(from, to) for every source format. */
#define FLOATS_TO(X, to) X(f64, to) X(f32, to) X(f16, to) X(bf16, to) X(f8e4m3fn, to) X(f8e5m2, to)
#define INTEGERS_TO(X, t) X(i64, t) X(i32, t) X(i16, t) X(i8, t) X(u32, t) X(u8, t) X(truth, t)

#define COPIED(name, bytes) {{code_##name}, code_##name, copy_##bytes}
#define DIRECTLY(from, to) {{code_##from}, code_##to, direct_##from##_##to}
#define ENTRY(from, to) {{code_##from}, code_##to, from##_##to},
#define STRICT_ENTRY(from, to) {{code_##from}, code_##to, from##_##to##_strict},
#define ENTRIES(to) FLOATS_TO(ENTRY, to) INTEGERS_TO(ENTRY, to)

/* The first match is used. */
static const sb_variant variants[] = {
    COPIED(f64, 64),
    COPIED(f32, 32),
    COPIED(f16, 16),
    COPIED(bf16, 16),
    COPIED(f8e4m3fn, 8),
    COPIED(f8e5m2, 8),
    COPIED(i64, 64),
    COPIED(i32, 32),
    COPIED(i16, 16),
    COPIED(i8, 8),
    COPIED(u32, 32),
    COPIED(u8, 8),
    COPIED(truth, 8),
    DIRECTLY(f64, f32),
    DIRECTLY(f32, f64),
    DIRECTLY(f32, f16),
    DIRECTLY(f32, bf16),
    DIRECTLY(f32, f8e4m3fn),
    DIRECTLY(f32, f8e5m2),
    DIRECTLY(f16, f32),
    DIRECTLY(bf16, f32),
    DIRECTLY(f8e4m3fn, f32),
    DIRECTLY(f8e5m2, f32),
    DIRECTLY(f16, bf16),
    DIRECTLY(bf16, f16),
    DIRECTLY(i64, f64),
    SB_CAST_FLOATS(ENTRIES) SB_CAST_INTEGERS(ENTRIES){{0}, 0, NULL},
};

static const sb_variant strict_variants[] = {
    COPIED(f8e4m3fn, 8),
    FLOATS_TO(STRICT_ENTRY, f8e4m3fn) INTEGERS_TO(STRICT_ENTRY, f8e4m3fn){{0}, 0, NULL},
};

static const sb_parameter attributes[] = {{"saturate", SB_FLAG, 1.0}, {NULL, 0, 0.0}};

static bool supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                     int output_count)
{
    return sb_elementwise_supports(variants, 1, inputs, input_count, outputs, output_count);
}

static sb_status run(sb_context *context, const sb_array *inputs, const sb_array *outputs)
{
    const bool strict = outputs->format == SB_F8E4M3FN && !sb_attribute_flag(context, "saturate");
    return sb_elementwise_run(strict ? strict_variants : variants, context, inputs, outputs);
}

const sb_kernel sb_kernel_cast = {
    .op = "cast", .supports = supports, .run = run, .in_place = true, .parameters = attributes};
