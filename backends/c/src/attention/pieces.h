/* pieces.h - packed keys and values, and the work space of a piece of rows: a template, included
 * after simd/rows.h for binary32.
 */
#ifndef SB_ATTENTION_PIECES_H
#define SB_ATTENTION_PIECES_H

#include "attention/attention.h"
#include "contract/pack.h"
#include "contract/present.h"
#include "memory/scratch.h"
#include "reduce/counter.h"

enum {
    PIECE_PANELS = 56 / PANEL_ROWS, /* panels of rows of a piece */
    PIECE_ROWS = PIECE_PANELS * PANEL_ROWS
};

/* A run of blocks of keys for the rows of a piece (T8.6, T8.7). If `most` of a row is -infinity, no
 * key of the run is present for the row, and the row's other fields have no meaning. */
typedef struct attention_part {
    real *most, *total; /* for each row */
    real *value;        /* tiles: panels of rows by panels of columns */
} attention_part;

typedef struct attention_sizes {
    int64_t key_panels, value_panels; /* panels of all keys, and of the columns of values */
    int64_t blocks, d_blocks;
    int levels, d_levels;
    size_t key, value, part, tile; /* elements of packed keys and values, of a part, and of sums */
} attention_sizes;

static attention_sizes attention_sizes_of(const sb_attention *attention)
{
    attention_sizes s = {.key_panels = divide_up(attention->keys, PANEL_COLUMNS),
                         .value_panels = divide_up(attention->e, PANEL_COLUMNS),
                         .blocks = divide_up(attention->keys, SB_BLOCK),
                         .d_blocks = divide_up(attention->d, SB_BLOCK)};
    s.levels = counter_levels(s.blocks);
    s.d_levels = counter_levels(s.d_blocks);
    s.key = (size_t)(s.key_panels * PANEL_COLUMNS * attention->d);
    s.value = (size_t)(s.value_panels * PANEL_COLUMNS * attention->keys);
    s.part = (size_t)(2 + s.value_panels * PANEL_COLUMNS) * PIECE_ROWS;
    s.tile = (size_t)(s.d_levels + 1) * TILE;
    return s;
}

static int64_t block_keys(const sb_attention *attention, int64_t block)
{
    const int64_t left = attention->keys - block * SB_BLOCK;
    return left < SB_BLOCK ? left : SB_BLOCK;
}

/* Return the keys or values of one head in an array [N, J, S, ...], as a matrix. */
static sb_matrix matrix_of_group(const sb_attention *attention, const sb_array *array,
                                 int64_t group)
{
    char *data = (char *)array->data + group / attention->shared * array->strides[0] +
                 group % attention->shared * array->strides[1];
    return (sb_matrix){data, array->strides[2], array->strides[3], array->format};
}

/* Pack panel `panel` of keys or of values: `size` terms in order, and one column for each key. */
static void pack_columns(const sb_attention *attention, const sb_array *array, int64_t size,
                         int64_t group, int64_t panel, real *to)
{
    const int64_t first = panel * PANEL_COLUMNS, left = attention->keys - first;
    const int64_t columns = left < PANEL_COLUMNS ? left : PANEL_COLUMNS;
    const sb_matrix turned = matrix_transposed(matrix_of_group(attention, array, group));
    to += first * size;
    if (columns < PANEL_COLUMNS)
        memset(to, 0, (size_t)(size * PANEL_COLUMNS) * sizeof(real));
    pack_block(matrix_at(turned, 0, first), size, size, columns, to, PANEL_COLUMNS);
}

/* Return the offset of panel `panel` of a block of n packed keys. Each key has `panels` panels. */
static int64_t term_place(int64_t panels, int64_t block, int64_t panel, int64_t n)
{
    return (block * SB_BLOCK * panels + panel * n) * PANEL_COLUMNS;
}

/* Pack a block of values or of keys, with keys as terms and their `size` elements as columns of
 * panels. */
static void pack_terms(const sb_attention *attention, const sb_array *array, int64_t size,
                       int64_t group, int64_t block, real *to)
{
    const int64_t n = block_keys(attention, block), panels = divide_up(size, PANEL_COLUMNS);
    const sb_matrix whole = matrix_of_group(attention, array, group);
    for (int64_t panel = 0; panel < panels; ++panel) {
        const int64_t first = panel * PANEL_COLUMNS, left = size - first;
        const int64_t columns = left < PANEL_COLUMNS ? left : PANEL_COLUMNS;
        real *place = to + term_place(panels, block, panel, n);
        if (columns < PANEL_COLUMNS)
            memset(place, 0, (size_t)(n * PANEL_COLUMNS) * sizeof(real));
        pack_block(matrix_at(whole, block * SB_BLOCK, first), n, n, columns, place, PANEL_COLUMNS);
    }
}

/* Pack rows of an array [N, H, L, ...] as panels for the block kernel, block by block of terms. */
static void pack_rows(const sb_attention *attention, const sb_array *array, int64_t terms,
                      int64_t group, int64_t first, int64_t rows, real *to)
{
    for (int64_t k = 0; k < terms; k += SB_BLOCK, to += PIECE_PANELS * PANEL_ROWS * SB_BLOCK) {
        const int64_t n = terms - k < SB_BLOCK ? terms - k : SB_BLOCK;
        for (int64_t r = 0; r < rows; ++r)
            read_row(sb_attention_row(attention, array, group, first + r) + k * array->strides[3],
                     array->strides[3], array->format, n, to + r * SB_BLOCK);
        if (rows % 2)
            memset(to + rows * SB_BLOCK, 0, (size_t)n * sizeof(real));
    }
}

/* Compute the contraction T4 of up to PANEL_ROWS packed rows and a panel of packed columns with
 * `terms` terms. The result is the first tile of `tiles`. The other tiles contain sums of blocks.
 */
static const real *contract_tile(int64_t rows, int64_t terms, const real *a, const real *b,
                                 real *tiles)
{
    const int64_t blocks = divide_up(terms, SB_BLOCK);
    if (terms == 0)
        memset(tiles, 0, TILE * sizeof(real));
    for (int64_t block = 0; block < blocks; ++block) {
        const int64_t left = terms - block * SB_BLOCK;
        const bool last = block == blocks - 1;
        const real *levels[SB_MAX_LEVELS];
        int count = 0;
        for (int level = 0; block >> level; ++level)
            if (counter_merges(block, last, level))
                levels[count++] = tiles + (level + 1) * TILE;
        real *out = last ? tiles : tiles + (counter_free_level(block) + 1) * TILE;
        block_kernel_for(rows)(left < SB_BLOCK ? left : SB_BLOCK,
                               a + block * PIECE_PANELS * PANEL_ROWS * SB_BLOCK,
                               b + block * SB_BLOCK * PANEL_COLUMNS, levels, count, out);
    }
    return tiles;
}

#endif
