/* elementwise.h - the building blocks of elementwise kernel files.
 *
 * A kernel defines one loop for each tuple of formats. A loop gets only contiguous, aligned arrays.
 * The driver (elementwise.c) converts any strides, broadcasts and alignments to that form, in
 * blocks, and distributes blocks over threads. A loop may run in place: element i of the output may
 * be at the address of element i of an input. So the loops use `ivdep` and not `restrict`.
 *
 * Scalar functions are named <format>_<op>, for example f32_add. Templates make loops and tables
 * from these names.
 */
#ifndef SB_ELEMENTWISE_H
#define SB_ELEMENTWISE_H

#include "elementwise/format_names.h"
#include "kernel.h"

enum { SB_MAX_INPUTS = 3, SB_MAX_PARAMETERS = 2 };

/* `parameters` are the op's numeric attributes, in the order of its kernel's table. */
typedef void (*sb_loop)(int64_t count, const void *const *inputs, void *output,
                        const double *parameters);

/* One tuple of formats and its loop. A table of variants ends with a null loop. */
typedef struct sb_variant {
    int32_t inputs[SB_MAX_INPUTS];
    int32_t output;
    sb_loop loop;
} sb_variant;

bool sb_elementwise_supports(const sb_variant *variants, int arity, const int32_t *inputs,
                             int input_count, const int32_t *outputs, int output_count);

/* Run the loop for the formats of the call. If the kernel's table begins with a real attribute (but
 * not with SB_REAL), it is the loop's first parameter: rounded to binary32, or unrounded for f64
 * (R4.3). */
sb_status sb_elementwise_run(const sb_variant *variants, sb_context *context,
                             const sb_array *inputs, const sb_array *outputs);

/* In memory, floats of 16 and 8 bits are bit patterns. */
typedef double sb_f64;
typedef float sb_f32;
typedef uint16_t sb_f16;
typedef uint16_t sb_bf16;
typedef uint8_t sb_f8e4m3fn;
typedef uint8_t sb_f8e5m2;

/* The unsigned integers that hold a number's bits. */
typedef uint64_t sb_pattern_f64;
typedef uint32_t sb_pattern_f32;
typedef uint16_t sb_pattern_f16;
typedef uint16_t sb_pattern_bf16;
typedef uint8_t sb_pattern_f8e4m3fn;
typedef uint8_t sb_pattern_f8e5m2;

#if defined(__clang__)
#define SB_VECTORISE _Pragma("clang loop vectorize(assume_safety)")
#else
#define SB_VECTORISE _Pragma("GCC ivdep")
#endif

/* Marks a stage that few operands reach. It is optimised for size, so that kernels of functions
 * compile in a third less time. */
#define SB_SELDOM __attribute__((cold))

#endif
