/* present.h - a tile of a contraction with absent terms (clause T8.4): a template, included after
 * microkernel.h.
 *
 * The fma of an absent term is skipped, so a row is a chain over its present terms. Rows whose
 * terms are one run with a common beginning use the block kernel, up to the end of the shortest
 * run. The remaining terms are added row by row.
 */
#ifndef SB_CONTRACT_PRESENT_H
#define SB_CONTRACT_PRESENT_H

#include "contract/microkernel.h"

/* The terms of a row within a block: terms in [first, end), except terms whose flag is 0. */
typedef struct present_terms {
    int64_t first, end;
    const uint8_t *flags; /* by index in the block; NULL: all terms in the range are present */
} present_terms;

/* Add the terms of a row from `first` on to its chains. */
static void continue_row(const real *a, const real *b, int64_t first, const present_terms *terms,
                         real *out)
{
    vreal sum[PANEL_VECTORS];
    UNROLL for (int v = 0; v < PANEL_VECTORS; ++v) sum[v] = v_load(out + v * LANES);
    for (int64_t k = first; k < terms->end; ++k) {
        if (terms->flags != NULL && !terms->flags[k])
            continue;
        const vreal x = v_set(a[k]);
        UNROLL for (int v = 0; v < PANEL_VECTORS; ++v) sum[v] =
            v_fma(x, v_load(b + k * PANEL_COLUMNS + v * LANES), sum[v]);
    }
    UNROLL for (int v = 0; v < PANEL_VECTORS; ++v) v_store(out + v * LANES, sum[v]);
}

/* Compute out[rows][PANEL_COLUMNS], the chains, which are -0 if no term is present. a and b have
 * the layout for a block kernel. If the number of rows is odd, the last row of a is padded. */
static void present_tile(int64_t rows, const real *a, const real *b, const present_terms *terms,
                         real *out)
{
    int64_t first = terms[0].first, end = terms[0].end;
    bool together = true;
    for (int64_t r = 0; r < rows; ++r) {
        together &= terms[r].flags == NULL && terms[r].first == first;
        end = terms[r].end < end ? terms[r].end : end;
    }
    together &= end > first;
    if (together)
        block_kernel_for(rows)(end - first, a + first, b + first * PANEL_COLUMNS, NULL, 0, out);
    for (int64_t r = 0; r < rows; ++r) {
        real *row = out + r * PANEL_COLUMNS;
        if (!together)
            for (int64_t c = 0; c < PANEL_COLUMNS; ++c) row[c] = (real)-0.0;
        const int64_t from = together ? end : terms[r].first;
        if (from < terms[r].end)
            continue_row(a + r * SB_BLOCK, b, from, &terms[r], row);
    }
}

#endif
