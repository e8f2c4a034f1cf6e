/* steps.h - graphs of elementwise nodes in one pass over memory (clauses G1, G8, G9).
 *
 * A kernel provides a loop for each compute format. The loop reads operands and writes results that
 * are contiguous and in that format. The driver (steps.c) converts any strides, alignment and
 * format to that form, in blocks that stay in cache, and distributes blocks over threads. Element i
 * of every operand is read before element i of any result is written, so results may be in the
 * memory of operands.
 *
 * Host scalars (G3) are binary64. The loop rounds each once to its format, and makes a NaN result
 * canonical (S1). The driver rounds results of 16 bits.
 */
#ifndef SB_FUSED_STEPS_H
#define SB_FUSED_STEPS_H

#include <stdatomic.h>

#include "elementwise/elementwise.h"

enum { SB_STEP_OPERANDS = 5, SB_STEP_RESULTS = 4, SB_STEP_SCALARS = 8 };

typedef struct sb_step {
    double scalars[SB_STEP_SCALARS]; /* unused scalars are 0 */
    /* Which branches of the graph are taken; each kernel defines its own flags. */
    bool flags[SB_STEP_SCALARS];
    _Atomic int *found; /* a loop may report a finding to its kernel here */
} sb_step;

typedef void sb_step_loop(const sb_step *step, int64_t count, const void *const *operands,
                          void *const *results);

typedef struct sb_step_loops {
    sb_step_loop *f32; /* also the loop of f16 and bf16 */
    sb_step_loop *f64;
} sb_step_loops;

/* Return whether the call has this number of operands and results, all in one of the formats f32,
 * f64, f16 and bf16. */
bool sb_step_supports(const int32_t *inputs, int input_count, int operands, const int32_t *outputs,
                      int output_count, int results);

/* Compute the step for the given arrays of one shape. sb_step_run_call passes all arrays of the
 * call, after a check for scalars that are NaN (G3.7). */
sb_status sb_step_run(sb_context *context, const sb_step_loops *loops, const sb_step *step,
                      const sb_array *inputs, int input_count, const sb_array *outputs,
                      int output_count);
sb_status sb_step_run_call(sb_context *context, const sb_step_loops *loops, const sb_step *step,
                           const sb_array *inputs, const sb_array *outputs);

/* Check that the attributes in `names` are at least 0, and that the attributes in `fractions` are
 * also below 1. The lists end with a null pointer. */
sb_status sb_step_check(sb_context *context, const char *const *names,
                        const char *const *fractions);

/* Read the attribute `step` (default 1), an integer of at least 1. */
sb_status sb_step_number(sb_context *context, int64_t *number);

#endif
