/* tree_template.h - T1 over contiguous values by shuffles; included once for each operation and
 * type `real`.
 *
 * LANES vectors become the vector of their LANES nodes (shuffles.h). So a pass converts a row of n
 * values to a row of ceil(n / LANES) nodes in the same order. Passes reduce a chunk of up to CHUNK
 * values to one. Rows are reduced one by one until LANES of them can share the last passes. A
 * binary counter joins the chunks of a longer row.
 */
#include "reduce/counter.h"
#include "reduce/shuffles.h"
#include "reduce/tree.h"

enum { SQUARE = LANES * LANES, CHUNK = 4096, NARROWED = CHUNK / LANES + LANES };

/* Return the nodes of the vectors of `n` values, 1 <= n <= SQUARE. Lanes beyond the values are
 * absent leaves. */
INLINE vreal nodes_of_part(const real *x, int n)
{
    vreal v[LANES];
    int full = n / LANES;
    UNROLL for (int i = 0; i < LANES; ++i) v[i] =
        i < full ? v_load(x + i * LANES) : v_load_leaves(x + i * LANES, i == full ? n % LANES : 0);
    return reduced(v);
}

/* Return the node over one vector. */
INLINE real node_of_vector(vreal x)
{
    vreal v[LANES];
    UNROLL for (int i = 0; i < LANES; ++i) v[i] = x;
    real lanes[LANES];
    v_store(lanes, reduced(v));
    return lanes[0];
}

/* Run one pass: write ceil(n / LANES) nodes, and up to LANES - 1 absent nodes behind them. `nodes`
 * may be x, because a pass writes only to positions that it has already read. */
static void narrow(const real *x, int n, real *nodes)
{
    int i = 0;
    for (; i + SQUARE <= n; i += SQUARE) v_store(nodes + i / LANES, reduced_loaded(x + i));
    if (i < n)
        v_store(nodes + i / LANES, nodes_of_part(x + i, n - i));
}

static real join_chunk(const real *x, int n)
{
    real nodes[NARROWED];
    while (n > LANES) {
        narrow(x, n, nodes);
        x = nodes;
        n = (n + LANES - 1) / LANES;
    }
    return node_of_vector(v_load_leaves(x, n));
}

real TREE(sb_tree)(const real *x, int64_t n)
{
    if (n <= CHUNK)
        return join_chunk(x, (int)n);
    real levels[SB_MAX_LEVELS], node = 0;
    int64_t chunks = (n + CHUNK - 1) / CHUNK;
    for (int64_t i = 0; i < chunks; ++i) {
        bool last = i == chunks - 1;
        node = join_chunk(x + i * CHUNK, last ? (int)(n - i * CHUNK) : CHUNK);
        for (int level = 0; i >> level; ++level)
            if (counter_merges(i, last, level))
                node = join(levels[level], node);
        if (!last)
            levels[counter_free_level(i)] = node;
    }
    return node;
}

/* Reduce LANES rows of `vectors` vectors each to their nodes. The last vector has `tail` values. */
INLINE void narrow_together(const real *const rows[LANES], int vectors, int tail, real *nodes)
{
    int row = 0, column = 0;
    for (int group = 0; group < vectors; ++group) {
        const real *places[LANES];
        real padded[LANES][LANES];
        for (int i = 0; i < LANES; ++i) {
            places[i] = rows[row] + column * LANES;
            if (++column == vectors) {
                if (tail < LANES) {
                    v_store(padded[i], v_load_leaves(places[i], tail));
                    places[i] = padded[i];
                }
                column = 0;
                ++row;
            }
        }
        v_store(nodes + group * LANES, reduced_rows(places));
    }
}

/* Join up to LANES rows of n <= SQUARE values. */
static void join_short_rows(const real *x, int64_t ld, int count, int n, real *totals)
{
    int vectors = (n + LANES - 1) / LANES, tail = n - (vectors - 1) * LANES;
    const real *rows[LANES];
    real nodes[SQUARE];
    for (int i = 0; i < LANES; ++i) /* past the end, the last row is used again */
        rows[i] = x + (i < count ? i : count - 1) * ld;
    narrow_together(rows, vectors, tail, nodes);
    if (vectors > 1) {
        vreal v[LANES];
        UNROLL for (int i = 0; i < LANES; ++i) v[i] = v_load_leaves(nodes + i * vectors, vectors);
        v_store(nodes, reduced(v));
    }
    memcpy(totals, nodes, (size_t)count * sizeof(real));
}

void TREE_ROWS(const real *x, int64_t ld, int64_t count, int64_t n, real *totals)
{
    for (int64_t r = 0; n > CHUNK && r < count; ++r) totals[r] = TREE(sb_tree)(x + r * ld, n);
    for (int64_t r = 0; n <= CHUNK && r < count; r += LANES) {
        real narrowed[LANES * NARROWED];
        int used = count - r < LANES ? (int)(count - r) : LANES, left = (int)n;
        const real *from = x + r * ld;
        int64_t step = ld;
        while (left > SQUARE) {
            for (int i = 0; i < used; ++i) narrow(from + i * step, left, narrowed + i * NARROWED);
            from = narrowed;
            step = NARROWED;
            left = (left + LANES - 1) / LANES;
        }
        join_short_rows(from, step, used, left, totals + r);
    }
}
