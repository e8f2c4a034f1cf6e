/* dot.h - the op dot_exact (clause T10): the exact sum of exact products, rounded once. */
#ifndef SB_EXACT_DOT_H
#define SB_EXACT_DOT_H

#include "kernel.h"

/* Two vectors of one float format to that format, of 16 bits also to binary32; two of any 8-bit
 * formats to bfloat16 or binary32 also. */
bool sb_exact_dot_supports(const int32_t *inputs, int input_count, const int32_t *outputs,
                           int output_count);
sb_status sb_exact_dot_run(sb_context *context, const sb_array *inputs, const sb_array *outputs);

/* `sums`: an accumulator for each thread, cleared; together they are the sum. */
typedef struct sb_exact_dot {
    const sb_array *a, *b;
    char *sums;
    size_t size;
} sb_exact_dot;

enum { SB_EXACT_DOT_TASK = 1 << 15 };

void sb_exact_dot_task_f32(void *argument, int64_t index, int thread);
void sb_exact_dot_task_f64(void *argument, int64_t index, int thread);

#endif
