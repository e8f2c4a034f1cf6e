/* by_key.h - the gradients of keys and of values, which are sums over queries (clause T8.9): a
 * template, included after marked.h and pieces.h.
 *
 * A sum is computed transposed: rows are elements of a query or of a gradient, and lanes are keys.
 * So values that were computed query by query are read in memory order. Blocks of 256 queries are
 * joined by the tree T1. A block without a term gives -0, which does not change a sum.
 */
#ifndef SB_ATTENTION_BY_KEY_H
#define SB_ATTENTION_BY_KEY_H

#include "attention/marked.h"
#include "attention/pieces.h"

/* The known properties of a block of queries and a panel of keys: the range of queries that have a
 * present key in the panel, and whether some key of the panel is absent for one of these queries.
 */
typedef struct key_panel {
    int64_t first, end;
    bool gaps;
} key_panel;

/* One of the two gradients: sums of `size` elements for each key, stored as tiles. */
typedef struct by_key {
    int64_t size, panels; /* elements, and panels of rows */
    real *rows;           /* packed: the elements of a block of queries */
    real *sums;           /* tiles of all keys, level by level; the first level is the newest */
    size_t level;         /* number of elements of a level */
} by_key;

/* Pack rows `first` to `first + rows` - 1 of a group, transposed: each element index is a row of a
 * panel. */
static void pack_turned(const sb_attention *attention, const sb_array *array, int64_t group,
                        int64_t first, int64_t rows, by_key *to)
{
    if (to->size % PANEL_ROWS)
        memset(to->rows + (to->panels - 1) * PANEL_ROWS * SB_BLOCK, 0,
               PANEL_ROWS * SB_BLOCK * sizeof(real));
    /* One head at a time, since only the queries of one head have a constant distance in memory. */
    for (int64_t done = 0; done < rows;) {
        const int64_t left = attention->queries - (first + done) % attention->queries;
        const int64_t n = left < rows - done ? left : rows - done;
        const sb_matrix turned = {sb_attention_row(attention, array, group, first + done),
                                  array->strides[3], array->strides[2], array->format};
        for (int64_t i = 0; i < to->size; i += PANEL_ROWS) {
            const int64_t some = to->size - i < PANEL_ROWS ? to->size - i : PANEL_ROWS;
            pack_block(matrix_at(turned, i, 0), some, to->size - i, n,
                       to->rows + i * SB_BLOCK + done, SB_BLOCK);
        }
        done += n;
    }
}

/* Add block `number` of queries to the sums of a panel of keys. `terms` and `marks` are packed
 * panels. */
static void add_block(const by_key *to, int64_t number, bool last, const key_panel *known,
                      int64_t panel, const real *terms, const real *marks)
{
    for (int64_t i = 0; i < to->panels; ++i) {
        const int64_t left = to->size - i * PANEL_ROWS;
        const int64_t from = known->first, count = known->end - from;
        const real *a = to->rows + i * PANEL_ROWS * SB_BLOCK + from;
        const real *b = terms + from * PANEL_COLUMNS, *m = marks + from * PANEL_COLUMNS;
        real *tile = to->sums + (panel * to->panels + i) * TILE;
        if (count <= 0)
            for (int j = 0; j < TILE; ++j) tile[j] = -0.0f;
        else if (known->gaps)
            marked_block(count, a, b, m, tile);
        else
            block_kernel_for(left < PANEL_ROWS ? left : PANEL_ROWS)(count, a, b, NULL, 0, tile);
        for (int level = 0; number >> level; ++level)
            if (counter_merges(number, last, level)) {
                const real *before = tile + (size_t)(level + 1) * to->level;
                for (int j = 0; j < TILE; ++j) tile[j] = before[j] + tile[j];
            }
        if (!last)
            memcpy(tile + (size_t)(counter_free_level(number) + 1) * to->level, tile,
                   TILE * sizeof(real));
    }
}

/* Store the sums of all keys of a group, times `scale`, in an array [N, J, S, ...]. Keys for which
 * `some` is not set get +0. If `scale` is NULL, the sums are stored unchanged. */
static void store_by_key(const sb_attention *attention, const sb_array *output, int64_t group,
                         const by_key *from, const uint8_t *some, const real *scale)
{
    char *place = (char *)output->data + group / attention->shared * output->strides[0] +
                  group % attention->shared * output->strides[1];
    for (int64_t key = 0; key < attention->keys; ++key, place += output->strides[2])
        for (int64_t i = 0; i < from->panels; ++i) {
            const int64_t left = from->size - i * PANEL_ROWS;
            const int64_t n = left < PANEL_ROWS ? left : PANEL_ROWS;
            const real *tile =
                from->sums + (key / PANEL_COLUMNS * from->panels + i) * TILE + key % PANEL_COLUMNS;
            real row[PANEL_ROWS];
            for (int64_t r = 0; r < n; ++r) {
                const real sum = tile[r * PANEL_COLUMNS];
                row[r] = !some[key] ? 0.0f : scale != NULL ? sum * *scale : sum;
            }
            write_row(row, n, place + i * PANEL_ROWS * output->strides[3], output->strides[3],
                      output->format);
        }
}

#endif
