/* dot.h - the op dot_exact (clause T10): the exact sum of exact products, rounded once. */
#ifndef SB_EXACT_DOT_H
#define SB_EXACT_DOT_H

#include "kernel.h"

/* Accept two vectors of one float format, with a result in the same format or, for 16-bit formats,
 * in binary32. Also accept two vectors of any 8-bit formats, with a result in bfloat16 or binary32.
 */
bool sb_exact_dot_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                           int output_count);
sb_status sb_exact_dot_run(sb_context *context, const sb_array *inputs, const sb_array *outputs);

/* A task's operands. `sums` contains a cleared accumulator for each thread. The sum is their total.
 */
typedef struct sb_exact_dot {
    const sb_array *a, *b;
    char *sums;
    size_t size;
} sb_exact_dot;

enum { SB_EXACT_DOT_TASK = 1 << 15 };

void sb_exact_dot_task_f32(void *argument, int64_t index, int thread);
void sb_exact_dot_task_f64(void *argument, int64_t index, int thread);

#endif
