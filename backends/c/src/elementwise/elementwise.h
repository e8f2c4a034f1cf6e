/* elementwise.h - what an elementwise kernel file is made of.
 *
 * A kernel gives one loop for each tuple of formats; a loop sees contiguous, aligned arrays only.
 * The driver (elementwise.c) brings any strides, broadcasts and alignments into that form, in
 * blocks, and spreads blocks over threads. A loop may run in place: element i of the output may lie
 * where element i of an input lies, which is why the loops use `ivdep` rather than `restrict`.
 *
 * Scalar functions are named <format>_<op>, as f32_add; loops and tables are made from that name.
 */
#ifndef SB_ELEMENTWISE_H
#define SB_ELEMENTWISE_H

#include "elementwise/format_names.h"
#include "kernel.h"

enum { SB_MAX_INPUTS = 3, SB_MAX_PARAMETERS = 2 };

/* `parameters`: the op's attributes that are numbers, in the order in which
 * its kernel names them. */
typedef void (*sb_loop)(int64_t count, const void *const *inputs, void *output,
                        const double *parameters);

/* One tuple of formats and its loop; a table of these ends with a null loop. */
typedef struct sb_variant {
    int32_t inputs[SB_MAX_INPUTS];
    int32_t output;
    sb_loop loop;
} sb_variant;

bool sb_elementwise_supports(const sb_variant *variants, int arity, const int32_t *inputs,
                             int input_count, const int32_t *outputs, int output_count);

/* Runs the loop of the formats; its first parameter is the kernel's real attribute, if its table
 * begins with one (but no SB_REAL): rounded to binary32, but for f64 as it is (R4.3). */
sb_status sb_elementwise_run(const sb_variant *variants, sb_context *context,
                             const sb_array *inputs, const sb_array *outputs);

/* In memory, floats of 16 and 8 bits are their bits. */
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

/* A stage that few operands reach. Optimised for size: kernels of functions compile in a third less
 * time. */
#define SB_SELDOM __attribute__((cold))

#endif
