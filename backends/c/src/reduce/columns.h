/* columns.h - T1 over strips of adjacent outputs: a template, included after reduce/leaves.h and
 * join.h.
 *
 * Adjacent outputs are contiguous in memory. So eight terms are joined for a whole strip of
 * outputs, and a binary counter of strips joins these groups. Terms are staged in scratch memory
 * unless they are already contiguous, aligned leaves of type `real`.
 */
#ifndef SB_REDUCE_COLUMNS_H
#define SB_REDUCE_COLUMNS_H

#include "reduce/counter.h"
#include "reduce/join.h"
#include "reduce/leaves.h"

enum { GROUP = 8, PADDING = 16 };

/* Compute `out`, the tree over `rows` rows, joined to the right of `merged` levels. The lowest
 * level is joined first. */
INLINE void join_rows_of(const int rows, const real *const *row, const real *const *levels,
                         int merged, int64_t width, real *out)
{
    for (int64_t j = 0; j < width; j += LANES) {
        vreal v[GROUP];
        int lanes = width - j < LANES ? (int)(width - j) : LANES;
        UNROLL for (int i = 0; i < GROUP; ++i) if (i < rows) v[i] =
            lanes == LANES ? v_load(row[i] + j) : v_load_leaves(row[i] + j, lanes);
        UNROLL for (int half = GROUP / 2; half; half /= 2) if (half < rows)
            UNROLL for (int i = 0; i < half; ++i) v[i] = v_join(v[2 * i], v[2 * i + 1]);
        for (int i = 0; i < merged; ++i) v[0] = v_join(v_load(levels[i] + j), v[0]);
        v_store(out + j, v[0]);
    }
}

static void join_group(int rows, const real *const *row, const real *const *levels, int merged,
                       int64_t width, real *out)
{
    if (rows > 4)
        join_rows_of(8, row, levels, merged, width, out);
    else if (rows > 2)
        join_rows_of(4, row, levels, merged, width, out);
    else if (rows > 1)
        join_rows_of(2, row, levels, merged, width, out);
    else
        join_rows_of(1, row, levels, merged, width, out);
}

/* Return the number of reals of a strip, rounded up to whole vectors. */
static int64_t strip_size(const sb_cut *cut)
{
    return (cut->segment + LANES - 1) / LANES * LANES + PADDING;
}

static int64_t group_count(int64_t terms) { return (terms + GROUP - 1) / GROUP; }

/* Return the number of strips that join_columns needs: one for each level of the counter, one of
 * absent terms, the staged rows, and one for results. */
static int64_t strip_count(const sb_cut *cut)
{
    return counter_levels(group_count(cut->chunk)) + 1 + GROUP + 1;
}

/* Return term `index` of every output of the piece, as a row of leaves. It is staged if necessary.
 */
static const real *leaf_row(sb_tree tree, const sb_reduction *reduction, const sb_piece *piece,
                            int64_t index, const real *centres, real *staged)
{
    int64_t size = (int64_t)sb_format_size(reduction->in_format);
    const char *p = piece->input + sb_term_offset(reduction, index);
    const real *row = (const real *)(const void *)p;
    if (!row_is_direct(p, size, reduction->in_format)) {
        load_row(p, size, reduction->in_format, piece->count, staged);
        row = staged;
    }
    if (takes_terms(tree))
        return row;
    leaves_of_columns(tree, row, centres, piece->count, staged);
    return staged;
}

/* Compute nodes[j], the tree over the leaves of output j. */
static void join_columns(sb_tree tree, const sb_reduction *reduction, const sb_cut *cut,
                         const sb_piece *piece, const real *centres, real *scratch, real *nodes)
{
    int64_t strip = strip_size(cut), groups = group_count(piece->terms);
    real *result = scratch + counter_levels(groups) * strip, *absent = result + strip;
    real *staged = absent + strip;
    for (int64_t j = 0; j < strip; ++j) absent[j] = ABSENT;
    for (int64_t g = 0; g < groups; ++g) {
        bool last = g == groups - 1;
        int rows = last ? (int)(piece->terms - g * GROUP) : GROUP, merged = 0;
        const real *row[GROUP], *levels[SB_MAX_LEVELS];
        for (int i = 0; i < GROUP; ++i)
            row[i] = i < rows ? leaf_row(tree, reduction, piece, piece->start + g * GROUP + i,
                                         centres, staged + i * strip)
                              : absent;
        for (int level = 0; g >> level; ++level)
            if (counter_merges(g, last, level))
                levels[merged++] = scratch + level * strip;
        real *out = last ? result : scratch + counter_free_level(g) * strip;
        join_group(rows, row, levels, merged, piece->count, out);
    }
    memcpy(nodes, result, (size_t)piece->count * sizeof(real));
}

#endif
