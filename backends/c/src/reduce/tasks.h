/* tasks.h - division of a reduction into independent tasks, and access to its terms.
 *
 * Outputs are numbered by the loops over the kept axes. A task takes a segment of the last of these
 * axes and one chunk of the terms. Chunks are aligned powers of two, so each is a subtree of T1.
 * There is more than one chunk only if there are too few outputs for all threads.
 */
#ifndef SB_REDUCE_TASKS_H
#define SB_REDUCE_TASKS_H

#include "reduce/geometry.h"

typedef struct sb_cut {
    bool by_columns; /* the last kept axis is contiguous: whole strips are combined */
    int64_t outer;   /* number of outputs, without the last kept axis */
    int64_t width;   /* outputs along the last kept axis */
    int64_t in, out; /* strides of the last kept axis */
    int64_t segment, segments;
    int64_t chunk, chunks; /* chunk: terms per chunk */
} sb_cut;

typedef struct sb_piece {
    int64_t outer, first, count; /* outputs outer * width + first .. + count - 1 */
    int64_t chunk, start, terms; /* terms start .. start + terms - 1 of each output */
    const char *input;           /* term 0 of the first output */
    char *output;
} sb_piece;

/* Choose the method and the cut. The kept axes may be reordered. */
sb_cut sb_cut_of(sb_reduction *reduction, int threads);
int64_t sb_cut_tasks(const sb_cut *cut);
sb_piece sb_cut_piece(const sb_reduction *reduction, const sb_cut *cut, int64_t task);

/* Return the byte offset of term `index`. */
static inline int64_t sb_term_offset(const sb_reduction *reduction, int64_t index)
{
    if (reduction->reduced.rank == 1)
        return index * reduction->reduced.in[0];
    return sb_loops_offset(&reduction->reduced, reduction->reduced.in, index);
}

#endif
