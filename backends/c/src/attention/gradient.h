/* gradient.h - the gradients of attention for a group, with the work space and the contributions of
 * a piece of rows (clause T8.9): a template, included after scores.h and by_key.h.
 */
#ifndef SB_ATTENTION_GRADIENT_H
#define SB_ATTENTION_GRADIENT_H

#include "attention/by_key.h"
#include "attention/join.h"
#include "attention/scores.h"
#include "fused/functions.h"
#include "reduce/tree.h"

/* Number of scores of one block of keys for the rows of a piece. */
enum { PIECE_BLOCK = PIECE_ROWS * SB_BLOCK };

typedef struct gradient_job {
    sb_attention attention;
    attention_sizes sizes;
    /* outputs: the gradients of query, key, value and mask. */
    const sb_array *result, *gradient, *outputs;
    int64_t rows, d_panels; /* rows per group; panels of the elements of a key */
    bool masks;             /* whether the gradient of the mask is requested */
    char *scratch;
    size_t scratch_size;
} gradient_job;

/* Work space of a thread. An array with panels of all keys contains the rows of a block of 256
 * queries. An array by blocks of keys contains the rows of a piece. */
typedef struct gradient_work {
    const gradient_job *job;
    attention_rows at;
    uint8_t *flags;         /* of all blocks of keys */
    present_terms *present; /* of all blocks of keys */
    real *values, *key_terms;
    real *gradients, *results; /* packed rows */
    real *scores, *slopes;     /* by blocks of keys: first s, then p; and t of T8.9 */
    real *below;               /* a block of scores minus their maximum */
    real *marks, *lanes;       /* panels of p, with absent keys marked, and of t */
    real *most, *totals;       /* for each row, level by level of the counter */
    real *query_sums;          /* tiles of the gradient of the queries, level by level */
    real inner[PIECE_ROWS];    /* the contraction of gradient and result */
    key_panel *known;
    uint8_t *some; /* for each key, whether it is present for a query */
    by_key dk, dv;
} gradient_work;

/* Join the maxima and totals of two adjacent runs a and b of blocks, and write them to b (T8.7). */
static void join_totals(int64_t rows, const real *most_a, const real *total_a, real *most_b,
                        real *total_b)
{
    run_join how[PIECE_ROWS];
    real factors[2 * PIECE_ROWS];
    join_maxima(rows, most_a, most_b, how, factors);
    for (int64_t r = 0; r < rows; ++r) {
        if (how[r] == JOIN_FIRST)
            total_b[r] = total_a[r];
        else if (how[r] == JOIN_BOTH)
            total_b[r] = factors[2 * r] * total_a[r] + factors[2 * r + 1] * total_b[r];
    }
}

/* Compute the scores of all keys, and the maximum and total of each row. The first level of `most`
 * and `totals` then contains the maxima and totals over all keys. */
static void totals_of_rows(gradient_work *w)
{
    const sb_attention *attention = &w->job->attention;
    const int64_t rows = w->at.rows, blocks = w->job->sizes.blocks;
    for (int64_t block = 0; block < blocks; ++block) {
        const int64_t n = block_keys(attention, block);
        const bool last = block == blocks - 1;
        real *scores = w->scores + block * PIECE_BLOCK;
        w->at.flags = w->flags + block * PIECE_BLOCK;
        if (scores_of_block(&w->at, block, n, scores, SB_BLOCK, w->most)) {
            for (int64_t r = 0; r < rows; ++r) {
                const bool found = w->at.present[r].first < w->at.present[r].end;
                differences(scores + r * SB_BLOCK, found ? w->most[r] : 0.0f, n, w->below + r * n);
            }
            sb_each_exp_f32(rows * n, w->below, w->below);
            sb_tree_sum_rows_f32(w->below, n, rows, n, w->totals);
        }
        memcpy(w->present + block * PIECE_ROWS, w->at.present, sizeof w->at.present);
        for (int level = 0; block >> level; ++level)
            if (counter_merges(block, last, level)) {
                const int64_t at = (level + 1) * PIECE_ROWS;
                join_totals(rows, w->most + at, w->totals + at, w->most, w->totals);
            }
        if (!last) {
            const int64_t at = (counter_free_level(block) + 1) * PIECE_ROWS;
            memcpy(w->most + at, w->most, PIECE_ROWS * sizeof(real));
            memcpy(w->totals + at, w->totals, PIECE_ROWS * sizeof(real));
        }
    }
}

/* Compute the contraction T4 of the gradient and the result, for each row. */
static void inner_products(gradient_work *w)
{
    const int64_t blocks = divide_up(w->job->attention.e, SB_BLOCK);
    for (int64_t i = 0; i < w->at.rows; i += PANEL_ROWS) {
        real levels[SB_MAX_LEVELS][PANEL_ROWS], *to = w->inner + i;
        for (int r = 0; r < PANEL_ROWS; ++r) to[r] = 0.0f;
        for (int64_t block = 0; block < blocks; ++block) {
            const int64_t left = w->job->attention.e - block * SB_BLOCK;
            const real *g = w->gradients + block * PIECE_BLOCK + i * SB_BLOCK;
            const real *o = w->results + block * PIECE_BLOCK + i * SB_BLOCK;
            const bool last = block == blocks - 1;
            for (int r = 0; r < PANEL_ROWS; ++r) to[r] = -0.0f;
            for (int64_t k = 0; k < left && k < SB_BLOCK; ++k)
                for (int r = 0; r < PANEL_ROWS && i + r < w->at.rows; ++r)
                    to[r] = real_fma(g[r * SB_BLOCK + k], o[r * SB_BLOCK + k], to[r]);
            for (int level = 0; block >> level; ++level)
                if (counter_merges(block, last, level))
                    for (int r = 0; r < PANEL_ROWS; ++r) to[r] = levels[level][r] + to[r];
            if (!last)
                memcpy(levels[counter_free_level(block)], to, PANEL_ROWS * sizeof(real));
        }
    }
}

/* Compute p of all keys; it replaces the scores. */
static void exponentials(gradient_work *w)
{
    real logarithms[PIECE_ROWS];
    sb_each_log_f32(w->at.rows, w->totals, logarithms);
    for (int64_t block = 0; block < w->job->sizes.blocks; ++block) {
        const int64_t n = block_keys(&w->job->attention, block);
        for (int64_t r = 0; r < w->at.rows; ++r) {
            real *row = w->scores + block * PIECE_BLOCK + r * SB_BLOCK;
            const present_terms *present = &w->present[block * PIECE_ROWS + r];
            if (present->first == present->end) /* without present keys there are no scores */
                memset(row, 0, (size_t)n * sizeof(real));
            else
                differences(row, w->most[r] + logarithms[r], n, row);
            if (n < SB_BLOCK)
                sb_each_exp_f32(n, row, row);
        }
        real *whole = w->scores + block * PIECE_BLOCK;
        if (n == SB_BLOCK)
            sb_each_exp_f32(w->at.rows * SB_BLOCK, whole, whole);
    }
}

/* Mark the absent keys of a row and panel. `row` is the index in the block of queries. */
static void mark_row(gradient_work *w, int64_t panel, int64_t row, const present_terms *present,
                     int64_t first, int64_t columns)
{
    real *marks = w->marks + (panel * SB_BLOCK + row) * PANEL_COLUMNS;
    key_panel *known = &w->known[panel];
    bool some =
        present->flags == NULL && present->first <= first && present->end >= first + columns;
    for (int64_t c = some ? columns : 0; c < columns; ++c) {
        const int64_t key = first + c;
        const bool found = key >= present->first && key < present->end &&
                           (present->flags == NULL || present->flags[key]);
        some |= found;
        known->gaps |= !found;
        marks[c] = found ? marks[c] : ABSENT;
    }
    if (some) {
        known->first = known->end == 0 ? row : known->first;
        known->end = row + 1;
    }
}

/* Compute t = p * (c - d) for a tile of rows and keys. It is stored in blocks for the gradient of
 * the queries, and in panels for the gradient of the keys. */
static void slopes_of_tile(gradient_work *w, const real *tile, int64_t i, int64_t rows,
                           int64_t block, int64_t j, int64_t columns, int64_t before)
{
    const int64_t panel = (block * SB_BLOCK + j) / PANEL_COLUMNS;
    for (int64_t r = 0; r < rows; ++r) {
        const int64_t place = block * PIECE_BLOCK + (i + r) * SB_BLOCK + j;
        const int64_t lane = (panel * SB_BLOCK + before + i + r) * PANEL_COLUMNS;
        const real *p = w->scores + place, *c = tile + r * PANEL_COLUMNS, d = w->inner[i + r];
        real *slopes = w->slopes + place, *lanes = w->lanes + lane, *marks = w->marks + lane;
        SB_VECTORISE
        for (int64_t k = 0; k < columns; ++k) {
            const real exponential = p[k], slope = exponential * (c[k] - d);
            slopes[k] = slope;
            lanes[k] = slope;
            marks[k] = exponential;
        }
        mark_row(w, panel, before + i + r, &w->present[block * PIECE_ROWS + i + r], j, columns);
    }
}

/* Compute t for all keys. The rows of the piece are `before` rows after the first of their
 * block. */
static void slopes_of_rows(gradient_work *w, int64_t before)
{
    const sb_attention *attention = &w->job->attention;
    for (int64_t block = 0; block < w->job->sizes.blocks; ++block) {
        const int64_t n = block_keys(attention, block);
        for (int64_t j = 0; j < n; j += PANEL_COLUMNS) {
            const real *values = w->values + (block * SB_BLOCK + j) * attention->e;
            const int64_t columns = n - j < PANEL_COLUMNS ? n - j : PANEL_COLUMNS;
            for (int64_t i = 0; i < w->at.rows; i += PANEL_ROWS) {
                const int64_t left = w->at.rows - i, rows = left < PANEL_ROWS ? left : PANEL_ROWS;
                const real *tile = contract_tile(rows, attention->e, w->gradients + i * SB_BLOCK,
                                                 values, w->at.tile);
                slopes_of_tile(w, tile, i, rows, block, j, columns, before);
            }
        }
        if (w->at.rows % 2)
            memset(w->slopes + block * PIECE_BLOCK + w->at.rows * SB_BLOCK, 0,
                   SB_BLOCK * sizeof(real));
    }
}

/* Compute the sums T8.4 of t and the keys, and join them by T1. The first level then contains the
 * sums over all keys. */
static void sums_of_queries(gradient_work *w)
{
    const int64_t panels = w->job->d_panels, size = panels * PANEL_COLUMNS * PIECE_ROWS;
    const int64_t blocks = w->job->sizes.blocks;
    for (int64_t block = 0; block < blocks; ++block) {
        const int64_t n = block_keys(&w->job->attention, block);
        const bool last = block == blocks - 1;
        for (int64_t i = 0; i < w->at.rows; i += PANEL_ROWS)
            for (int64_t panel = 0; panel < panels; ++panel) {
                const int64_t left = w->at.rows - i;
                present_tile(left < PANEL_ROWS ? left : PANEL_ROWS,
                             w->slopes + block * PIECE_BLOCK + i * SB_BLOCK,
                             w->key_terms + term_place(panels, block, panel, n),
                             w->present + block * PIECE_ROWS + i,
                             w->query_sums + (i / PANEL_ROWS * panels + panel) * TILE);
            }
        for (int level = 0; block >> level; ++level)
            if (counter_merges(block, last, level)) {
                const real *before = w->query_sums + (level + 1) * size;
                for (int64_t k = 0; k < size; ++k) w->query_sums[k] = before[k] + w->query_sums[k];
            }
        if (!last)
            memcpy(w->query_sums + (counter_free_level(block) + 1) * size, w->query_sums,
                   (size_t)size * sizeof(real));
    }
}

static void store_queries(const gradient_work *w)
{
    const sb_attention *attention = &w->job->attention;
    const sb_array *output = &w->job->outputs[0];
    for (int64_t r = 0; r < w->at.rows; ++r) {
        char *place = sb_attention_row(attention, output, w->at.group, w->at.first + r);
        const real *sums = w->query_sums + r / PANEL_ROWS * w->job->d_panels * TILE +
                           r % PANEL_ROWS * PANEL_COLUMNS;
        const bool found = has_present_key(w->most[r]);
        for (int64_t d = 0; d < attention->d; d += PANEL_COLUMNS, sums += TILE) {
            const int64_t left = attention->d - d;
            real row[PANEL_COLUMNS];
            for (int c = 0; c < PANEL_COLUMNS; ++c)
                row[c] = found ? sums[c] * attention->scale : 0.0f;
            write_row(row, left < PANEL_COLUMNS ? left : PANEL_COLUMNS,
                      place + d * output->strides[3], output->strides[3], output->format);
        }
    }
}

/* Store the gradient of the mask: t, and +0 where a key is absent. */
static void store_masks(const gradient_work *w)
{
    const sb_attention *attention = &w->job->attention;
    const sb_array *output = &w->job->outputs[3];
    for (int64_t block = 0; block < w->job->sizes.blocks; ++block)
        for (int64_t r = 0; r < w->at.rows; ++r) {
            const int64_t n = block_keys(attention, block), step = output->strides[3];
            const present_terms *present = &w->present[block * PIECE_ROWS + r];
            const real *slopes = w->slopes + block * PIECE_BLOCK + r * SB_BLOCK;
            real row[SB_BLOCK];
            for (int64_t k = 0; k < n; ++k) {
                const bool found = k >= present->first && k < present->end &&
                                   (present->flags == NULL || present->flags[k]);
                row[k] = found ? slopes[k] : 0.0f;
            }
            write_row(row, n,
                      sb_attention_row(attention, output, w->at.group, w->at.first + r) +
                          block * SB_BLOCK * step,
                      step, output->format);
        }
}

#endif
