/* scores.h - scores of some rows and a block of keys, and the presence of keys (clauses T8.5,
 * T8.6): a template, included after pieces.h.
 */
#ifndef SB_ATTENTION_SCORES_H
#define SB_ATTENTION_SCORES_H

#include "attention/pieces.h"
#include "fused/row_steps.h"

/* Some rows of a group, and the work space of a thread for these rows. */
typedef struct attention_rows {
    const sb_attention *attention;
    int64_t group, first, rows;
    const real *keys; /* packed */
    real *queries;    /* packed rows */
    real *tile;
    uint8_t *flags; /* which keys of a block are present, SB_BLOCK for a row; see `present` */
    present_terms present[PIECE_ROWS];
} attention_rows;

/* Scale one row of scores from a tile. */
static void scale_row(const real *tile, real scale, int64_t columns, real *to)
{
    SB_VECTORISE
    for (int64_t c = 0; c < columns; ++c) to[c] = tile[c] * scale;
}

static void products_of_block(const attention_rows *p, int64_t block, int64_t n, real *scores,
                              int64_t ld)
{
    const sb_attention *attention = p->attention;
    for (int64_t j = 0; j < n; j += PANEL_COLUMNS) {
        const real *keys = p->keys + (block * SB_BLOCK + j) * attention->d;
        const int64_t columns = n - j < PANEL_COLUMNS ? n - j : PANEL_COLUMNS;
        for (int64_t i = 0; i < p->rows; i += PANEL_ROWS) {
            const int64_t rows = p->rows - i < PANEL_ROWS ? p->rows - i : PANEL_ROWS;
            const real *tile =
                contract_tile(rows, attention->d, p->queries + i * SB_BLOCK, keys, p->tile);
            for (int64_t r = 0; r < rows; ++r)
                scale_row(tile + r * PANEL_COLUMNS, attention->scale, columns,
                          scores + (i + r) * ld + j);
        }
    }
}

static void add_mask(const attention_rows *p, int64_t row, int64_t key, int64_t n, real *scores)
{
    const sb_attention *attention = p->attention;
    const sb_array *mask = &attention->mask;
    const int64_t step = mask->strides[3];
    const char *place = sb_attention_row(attention, mask, p->group, row) + key * step;
    if (mask->format == SB_BOOL) {
        for (int64_t k = 0; k < n; ++k)
            scores[k] = place[k * step] != 0 ? scores[k] : -__builtin_inff();
        return;
    }
    real added[SB_BLOCK];
    read_row(place, step, mask->format, n, added);
    for (int64_t k = 0; k < n; ++k) scores[k] += added[k];
}

/* Determine which keys of a row are present, and return the maximum of their scores. */
static real look_at_row(const real *scores, int64_t n, uint8_t *flags, present_terms *present)
{
    const real low = -__builtin_inff();
    int absent = 0;
    *present = (present_terms){0, n, NULL};
    SB_VECTORISE
    for (int64_t k = 0; k < n; ++k) absent |= scores[k] == low;
    if (absent) {
        int64_t first = 0, end = n, missing = 0;
        while (first < n && scores[first] == low) ++first;
        while (end > first && scores[end - 1] == low) --end;
        for (int64_t k = first; k < end; ++k) {
            flags[k] = scores[k] != low;
            missing += !flags[k];
        }
        *present = (present_terms){first, end, missing > 0 ? flags : NULL};
        if (first == end)
            return low;
    }
    const real most = largest(scores, n);
    return most > low ? most : real_canonical_nan; /* NaN if all present scores are NaN */
}

/* Compute the scores of a block, with distance `ld` between rows, and which keys are present.
 * most[r] is the maximum of row r, -infinity if no key is present. Return false, without scores, if
 * no key can be present for any row. */
static bool scores_of_block(attention_rows *p, int64_t block, int64_t n, real *scores, int64_t ld,
                            real *most)
{
    const sb_attention *attention = p->attention;
    const int64_t key = block * SB_BLOCK;
    int64_t limits = 0;
    for (int64_t r = 0; r < p->rows; ++r) {
        const int64_t limit = sb_attention_limit(attention, p->first + r);
        limits = limit > limits ? limit : limits;
        most[r] = -__builtin_inff();
        p->present[r] = (present_terms){0, 0, NULL};
    }
    if (limits <= key)
        return false;
    products_of_block(p, block, n, scores, ld);
    for (int64_t r = 0; r < p->rows; ++r) {
        real *row = scores + r * ld;
        if (attention->mask.data != NULL)
            add_mask(p, p->first + r, key, n, row);
        int64_t limit = sb_attention_limit(attention, p->first + r) - key;
        for (limit = limit < 0 ? 0 : limit; limit < n; ++limit) row[limit] = -__builtin_inff();
        most[r] = look_at_row(row, n, p->flags + r * SB_BLOCK, &p->present[r]);
    }
    return true;
}

#endif
