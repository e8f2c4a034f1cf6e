/* samebits.h - the C border of the C backend: six functions, no state that a caller sees.
 *
 * Every function returns a status; a failing one writes one line that says what to do to `message`.
 * sb_run saves the floating-point environment of every thread that it uses, sets the default one
 * (round to nearest, subnormals kept) and restores it (clause S5).
 */
#ifndef SAMEBITS_H
#define SAMEBITS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SB_API __attribute__((visibility("default")))
#else
#define SB_API
#endif

#define SB_MAX_RANK 32
#define SB_MAX_THREADS 256
#define SB_ABI_VERSION 3

/* Formats, in the order of the table in spec/formats.py (clause F1). */
typedef enum sb_format {
    SB_F64,
    SB_F32,
    SB_F16,
    SB_BF16,
    SB_F8E4M3FN,
    SB_F8E5M2,
    SB_I64,
    SB_I32,
    SB_I16,
    SB_I8,
    SB_U32,
    SB_U8,
    SB_BOOL,
    SB_FORMAT_COUNT
} sb_format;

typedef enum sb_status {
    SB_OK = 0,
    SB_UNSUPPORTED = 1, /* no such op, or not for these formats */
    SB_INVALID = 2,     /* wrong count, shape, rank, stride, attribute, null pointer */
    SB_NO_MEMORY = 3,
    SB_FAILED = 4,
    SB_OVERLAP = 5 /* an output shares memory with an input: copy the input and call again */
} sb_status;

/* An array: strides are in bytes, may be zero or negative for inputs, and need not be multiples of
 * the item size; data need not be aligned. */
typedef struct sb_array {
    void *data;
    const int64_t *shape;
    const int64_t *strides;
    int32_t rank;
    int32_t format; /* an sb_format */
} sb_array;

/* An attribute: `count` integers in `values` (a boolean is 0 or 1, axes are their numbers), or
 * `count` binary64 numbers in `numbers` (alpha, negative_slope), or one word in `text`, with count
 * 1; the other pointers are null. An attribute that is left out has its default, the one in the
 * op's declaration; None is left out. */
typedef struct sb_attribute {
    const char *name;
    const int64_t *values;
    int64_t count;
    const double *numbers;
    const char *text; /* ends with a zero */
} sb_attribute;

typedef struct sb_call {
    const char *op;
    const sb_attribute *attributes;
    int32_t attribute_count;
    int32_t input_count;
    int32_t output_count;
    int32_t threads; /* at most so many, 0 = as many as there are processors; little work is left to
                        one, and no more run than there are processors. For tests: -n = n of them,
                        however little the work is and however few the processors, n <= 256 */
} sb_call;

SB_API int32_t sb_abi_version(void);

/* A line of facts about the build, by name: "isa", "compiler", "flags", "source_digest"; NULL for
 * an unknown name. */
SB_API const char *sb_fact(const char *name);

/* Whether the op runs with these operand and result formats: SB_OK or SB_UNSUPPORTED. */
SB_API int32_t sb_supports(const char *op, const int32_t *inputs, int32_t input_count,
                           const int32_t *outputs, int32_t output_count);

/* Run one call; writes every element of every output, or nothing if the status is not SB_OK.
 * An output may be an input in place (same data, shape, strides and format) if the op is
 * elementwise. `message` may be null; otherwise it receives one line, cut to `message_size` bytes
 * with the final zero, empty for SB_OK. Refused without being read further: null pointers, counts,
 * ranks, sizes, formats and strides that cannot be, attributes that the op does not have. */
SB_API int32_t sb_run(const sb_call *call, const sb_array *inputs, const sb_array *outputs,
                      char *message, size_t message_size);

/* Whether the library was compiled as clause R3 asks (no contraction, subnormals kept, divisions
 * and square roots correctly rounded): SB_OK, or SB_FAILED and one line. Asked once, at load. */
SB_API int32_t sb_self_check(char *message, size_t message_size);

#ifdef __cplusplus
}
#endif
#endif
