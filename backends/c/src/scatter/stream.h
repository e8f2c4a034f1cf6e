/* stream.h - sums of single values without a sort, with a binary counter for each destination (T7,
 * T1).
 *
 * The updates are read once, in source order. A destination stores up to eight values. When it has
 * eight, their sum enters its counter of finished subtrees, exactly as in the tree T1 of a stream
 * of leaves. This is faster than a sort if the state of the destinations fits into a cache.
 */
#ifndef SB_SCATTER_STREAM_H
#define SB_SCATTER_STREAM_H

#include "scatter/scatter.h"

enum { SB_STREAM_LINES = 16 };

/* Lines first .. first + lines - 1 (at most SB_STREAM_LINES), and the destinations low .. high - 1
 * of each line. */
typedef struct sb_stream {
    const sb_scatter *scatter;
    int64_t positions;
    int64_t first, lines, low, high;
} sb_stream;

/* Return the size in bytes of the scratch memory for this number of destinations, over all lines.
 */
size_t sb_stream_scratch_f32(int64_t destinations, int64_t positions);
size_t sb_stream_scratch_f64(int64_t destinations, int64_t positions);

void sb_stream_add_f32(const sb_stream *stream, void *scratch);
void sb_stream_add_f64(const sb_stream *stream, void *scratch);

#endif
