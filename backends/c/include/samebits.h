/* samebits.h - the public C interface of the C backend: six functions. They have no state that is
 * visible to callers.
 *
 * Most functions return a status. A function with the parameter `message` writes one line to it on
 * failure, which says what to do. sb_run saves the floating-point environment of every thread that
 * it uses, sets the default environment (round to nearest, subnormals kept), and restores the saved
 * one (clause S5).
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

/* An array. Strides are in bytes, and need not be multiples of the item size. Strides of inputs may
 * be zero or negative. Data need not be aligned. */
typedef struct sb_array {
    void *data;
    const int64_t *shape;
    const int64_t *strides;
    int32_t rank;
    int32_t format; /* an sb_format */
} sb_array;

/* An attribute. It has one of three kinds of value, and the other two pointers are null:
 *   - `count` integers in `values` (a boolean is 0 or 1, axes are their numbers);
 *   - `count` binary64 numbers in `numbers` (alpha, negative_slope);
 *   - one word in `text`, with count 1.
 * An attribute that is left out has the default from the op's declaration. An attribute whose value
 * is None is left out. */
typedef struct sb_attribute {
    const char *name;
    const int64_t *values;
    int64_t count;
    const double *numbers;
    const char *text; /* zero-terminated */
} sb_attribute;

typedef struct sb_call {
    const char *op;
    const sb_attribute *attributes;
    int32_t attribute_count;
    int32_t input_count;
    int32_t output_count;
    int32_t threads; /* the largest number of threads; 0: one per processor. A call with little work
                      * runs on one thread, and there are never more threads than processors. For
                      * tests, -n (n <= 256) requires exactly n threads, regardless of the work and
                      * the processors */
} sb_call;

SB_API int32_t sb_abi_version(void);

/* Return a fact about the build on one line: "isa", "compiler", "flags" or "source_digest". Return
 * NULL for any other name. */
SB_API const char *sb_fact(const char *name);

/* Return SB_OK if the op supports these operand and result formats, else SB_UNSUPPORTED. */
SB_API int32_t sb_supports(const char *op, const int32_t *inputs, int32_t input_count,
                           const int32_t *outputs, int32_t output_count);

/* Run one call. It writes every element of every output, or nothing if the status is not SB_OK. If
 * the op is elementwise, an output may be the same array as an input (same data, shape, strides and
 * format). `message` may be null. Otherwise it receives one line, cut to `message_size` bytes with
 * the final zero. The line is empty for SB_OK. The call is checked before any data is read. Null
 * pointers, impossible counts, ranks, sizes, formats and strides, and attributes that the op does
 * not have are refused. */
SB_API int32_t sb_run(const sb_call *call, const sb_array *inputs, const sb_array *outputs,
                      char *message, size_t message_size);

/* Check whether the library was compiled as clause R3 requires: no contraction, subnormals kept,
 * divisions and square roots correctly rounded. Return SB_OK, or SB_FAILED with one line in
 * `message`. The Python code calls this function once, when it loads the library. */
SB_API int32_t sb_self_check(char *message, size_t message_size);

#ifdef __cplusplus
}
#endif
#endif
