/* rows.h - T1 over the terms of one output after another: a template, included after
 * reduce/leaves.h.
 *
 * Contiguous leaves are joined in place. Other terms are gathered, or converted to leaves, in a
 * buffer of GATHERED elements, which has space for several short rows or a part of a long row.
 */
#ifndef SB_REDUCE_ROWS_H
#define SB_REDUCE_ROWS_H

#include "reduce/counter.h"
#include "reduce/gather.h"
#include "reduce/join.h"
#include "reduce/leaves.h"
#include "reduce/tree.h"

enum { GATHERED = 4096 };

/* Return whether every row of the piece can be read in place. */
static bool rows_are_direct(const sb_reduction *reduction, const sb_cut *cut, const sb_piece *piece)
{
    const sb_loops *terms = &reduction->reduced;
    return terms->rank == 1 && cut->in % (int64_t)sizeof(real) == 0 &&
           row_is_direct(piece->input, terms->in[0], reduction->in_format);
}

/* Return n terms from `start` on of the output at `base`: in place if `direct`, else in
 * `buffer`. */
static const real *terms_of(const sb_reduction *reduction, const char *base, bool direct,
                            int64_t start, int64_t n, real *buffer)
{
    if (direct)
        return (const real *)(const void *)base + start;
    gather_terms(reduction, base, start, n, buffer);
    return buffer;
}

/* Compute the leaves of a part of a row in `buffer`. */
static void stage_leaves(sb_tree tree, const sb_reduction *reduction, const char *base, bool direct,
                         int64_t start, int64_t n, const real *centre, real *buffer)
{
    const real *x = terms_of(reduction, base, direct, start, n, buffer);
    if (!takes_terms(tree))
        leaves_of_row(tree, x, centre ? *centre : 0, n, buffer);
}

/* Return the tree over a row longer than the buffer. */
static real join_long_row(sb_tree tree, const sb_reduction *reduction, const char *base,
                          bool direct, const sb_piece *piece, const real *centre, real *buffer)
{
    real levels[SB_MAX_LEVELS], node = 0;
    int64_t parts = (piece->terms + GATHERED - 1) / GATHERED;
    for (int64_t i = 0; i < parts; ++i) {
        bool last = i == parts - 1;
        int64_t done = i * GATHERED, n = last ? piece->terms - done : GATHERED;
        stage_leaves(tree, reduction, base, direct, piece->start + done, n, centre, buffer);
        node = TREE(sb_tree)(buffer, n);
        for (int level = 0; i >> level; ++level)
            if (counter_merges(i, last, level))
                node = join(levels[level], node);
        if (!last)
            levels[counter_free_level(i)] = node;
    }
    return node;
}

/* Compute nodes[j], the tree over the leaves of output j, whose centre is centres[j]. */
static void join_rows(sb_tree tree, const sb_reduction *reduction, const sb_cut *cut,
                      const sb_piece *piece, const real *centres, real *buffer, real *nodes)
{
    bool direct = rows_are_direct(reduction, cut, piece);
    if (direct && takes_terms(tree)) {
        const real *x = (const real *)(const void *)piece->input + piece->start;
        TREE_ROWS(x, cut->in / (int64_t)sizeof(real), piece->count, piece->terms, nodes);
        return;
    }
    int64_t n = piece->terms, together = n > GATHERED ? 1 : GATHERED / n;
    for (int64_t j = 0; j < piece->count; j += together) {
        int64_t count = piece->count - j < together ? piece->count - j : together;
        const char *base = piece->input + j * cut->in;
        for (int64_t r = 0; n <= GATHERED && r < count; ++r)
            stage_leaves(tree, reduction, base + r * cut->in, direct, piece->start, n,
                         centres ? centres + j + r : NULL, buffer + r * n);
        if (n <= GATHERED)
            TREE_ROWS(buffer, n, count, n, nodes + j);
        else
            nodes[j] = join_long_row(tree, reduction, base, direct, piece,
                                     centres ? centres + j : NULL, buffer);
    }
}

#endif
