/* method.h - the common part of all reductions: pieces are distributed over threads, chunks are
 * joined, and results are stored.
 *
 * A method converts the terms of an output to a state of fixed size (a sum, or a key with its
 * index) and joins the states of aligned chunks. It does not depend on threads.
 */
#ifndef SB_REDUCE_METHOD_H
#define SB_REDUCE_METHOD_H

#include "reduce/tasks.h"

enum { SB_ROW_BATCH = 64 }; /* maximum number of rows in a piece that is passed to a method */

typedef struct sb_method {
    size_t state; /* size of a state in bytes */
    /* Bytes of memory that a thread needs in addition to the states of a piece. */
    size_t (*scratch)(const sb_cut *cut, const void *argument);
    /* Compute the states for the outputs of a piece: by rows for any last kept axis, or by columns
     * if that axis is contiguous. `states` is aligned to SB_SCRATCH_ALIGNMENT. */
    void (*rows)(const sb_reduction *reduction, const sb_cut *cut, const sb_piece *piece,
                 const void *argument, void *scratch, void *states);
    void (*columns)(const sb_reduction *reduction, const sb_cut *cut, const sb_piece *piece,
                    const void *argument, void *scratch, void *states);
    /* Join the states of `count` >= 1 consecutive chunks. The result replaces the first state. */
    void (*join)(void *states, int64_t count);
    /* Store the results of `count` outputs, from output `number` on. */
    void (*finish)(const sb_reduction *reduction, const void *argument, int64_t number,
                   int64_t count, void *states, char *out, int64_t stride);
} sb_method;

/* Reduce outputs with at least one term each, using the given cut. Return SB_NO_MEMORY if scratch
 * memory is short. */
sb_status sb_method_run(sb_context *context, const sb_reduction *reduction, const sb_cut *cut,
                        const sb_method *method, const void *argument);

/* Finish every output with a copy of one state, for a reduction without terms. */
void sb_method_fill(const sb_reduction *reduction, const sb_method *method, const void *argument,
                    const void *state);

#endif
