/* steps.h - graphs of elementwise nodes in one pass over memory (clauses G1, G8, G9).
 *
 * A kernel gives a loop for each compute format, which reads operands and writes results that are
 * contiguous and in that format; the driver (steps.c) brings any strides, alignment and format into
 * that form, in blocks that stay in cache, and spreads blocks over threads. Element i of each
 * operand is read before that of any result is written, so results may lie where operands do.
 *
 * Host scalars (G3) are binary64; the loop rounds each once to its format. Loops make a NaN result
 * canonical (S1); results of 16 bits the driver rounds.
 */
#ifndef SB_FUSED_STEPS_H
#define SB_FUSED_STEPS_H

#include <stdatomic.h>

#include "elementwise/elementwise.h"

enum { SB_STEP_OPERANDS = 5, SB_STEP_RESULTS = 4, SB_STEP_SCALARS = 8 };

typedef struct sb_step {
    double scalars[SB_STEP_SCALARS]; /* those that are not used are 0 */
    bool flags[SB_STEP_SCALARS];     /* which branches of the graph are taken; each kernel's own */
    _Atomic int *found;              /* what a loop may tell its kernel */
} sb_step;

typedef void sb_step_loop(const sb_step *step, int64_t count, const void *const *operands,
                          void *const *results);

typedef struct sb_step_loops {
    sb_step_loop *f32; /* also that of f16 and bf16 */
    sb_step_loop *f64;
} sb_step_loops;

/* Whether there are so many operands and results, all of one of the formats f32, f64, f16, bf16. */
bool sb_step_supports(const int32_t *inputs, int input_count, int operands, const int32_t *outputs,
                      int output_count, int results);

/* Compute the step for arrays of one shape; sb_step_run_call for all those of the call, after a
 * look for scalars that are NaN (G3.7). */
sb_status sb_step_run(sb_context *context, const sb_step_loops *loops, const sb_step *step,
                      const sb_array *inputs, int input_count, const sb_array *outputs,
                      int output_count);
sb_status sb_step_run_call(sb_context *context, const sb_step_loops *loops, const sb_step *step,
                           const sb_array *inputs, const sb_array *outputs);

/* Whether the attributes of the kernel's table that are in `names` are at least 0, and those in
 * `fractions` below 1 as well; the lists end with a null pointer. */
sb_status sb_step_check(sb_context *context, const char *const *names,
                        const char *const *fractions);

/* The attribute `step`, 1 where it is left out: an integer from 1 on. */
sb_status sb_step_number(sb_context *context, int64_t *number);

#endif
