/* method.h - what all reductions do alike: pieces over threads, chunks joined, results stored.
 *
 * A method turns the terms of an output into a state of fixed size (a sum, a key with its index)
 * and joins the states of aligned chunks. It never sees threads.
 */
#ifndef SB_REDUCE_METHOD_H
#define SB_REDUCE_METHOD_H

#include "reduce/tasks.h"

enum { SB_ROW_BATCH = 64 }; /* rows of a piece that a method sees at once, at most */

typedef struct sb_method {
    size_t state; /* bytes */
    /* Bytes of memory that a thread needs beside the states of a piece. */
    size_t (*scratch)(const sb_cut *cut, const void *argument);
    /* The states of the outputs of a piece: by rows, the last kept axis being anything, or by
     * columns, that axis being contiguous. `states` is aligned to SB_SCRATCH_ALIGNMENT. */
    void (*rows)(const sb_reduction *reduction, const sb_cut *cut, const sb_piece *piece,
                 const void *argument, void *scratch, void *states);
    void (*columns)(const sb_reduction *reduction, const sb_cut *cut, const sb_piece *piece,
                    const void *argument, void *scratch, void *states);
    /* The state over `count` >= 1 chunks, which follow each other; it replaces the first. */
    void (*join)(void *states, int64_t count);
    /* Store the results of `count` outputs, the first having number `number`. */
    void (*finish)(const sb_reduction *reduction, const void *argument, int64_t number,
                   int64_t count, void *states, char *out, int64_t stride);
} sb_method;

/* Reduce at least one term for each output by the cut. SB_NO_MEMORY where scratch is short. */
sb_status sb_method_run(sb_context *context, const sb_reduction *reduction, const sb_cut *cut,
                        const sb_method *method, const void *argument);

/* Finish every output with a copy of one state: a reduction over nothing. */
void sb_method_fill(const sb_reduction *reduction, const sb_method *method, const void *argument,
                    const void *state);

#endif
